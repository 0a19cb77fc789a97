import type { WatchedMailbox } from '@parley/contract/email/mail-deliveries'
import type { Db } from '../../../db/pool.ts'
import { parseGoDuration } from '../../../go-duration.ts'
import { readPausedCopy } from '../../../paused-copy.ts'
import { readStoredConfig } from '../../inboxes/inbox-config.ts'
import type { Cursor } from './cursor.ts'
import { mailboxKeyOf } from './imap-client.ts'

const defaultReadIntervalMs = 5 * 60_000
/** A mailbox is read at least this often; what is new may take a while to fetch. */
const overdueAfterMs = (read_interval: string) =>
  2 * (parseGoDuration(read_interval) ?? defaultReadIntervalMs) + 30 * 60_000

type MailboxState = WatchedMailbox & {
  /** When it was last read, if that is too long ago: nobody watches it, or reading it hangs. Null if all is well. */
  overdue_since: string | null
}

/** The mailboxes of enabled inboxes as currently configured; earlier accounts are not listed. */
export const listMailboxes = async (db: Db): Promise<WatchedMailbox[]> =>
  (await readMailboxes(db)).map(({ mailbox }) => mailbox)

/** The same, and whether they are still being read. A paused copy reads none, which isn't a fault. */
export async function listMailboxStates(db: Db, now: Date): Promise<MailboxState[]> {
  const [mailboxes, pausedCopy] = [await readMailboxes(db), await readPausedCopy(db)]
  return mailboxes.map(({ mailbox, read_interval }) => {
    const { synced_at } = mailbox
    const isOverdue =
      !pausedCopy &&
      synced_at !== null &&
      now.getTime() - Date.parse(synced_at) > overdueAfterMs(read_interval)
    return { ...mailbox, overdue_since: isOverdue ? synced_at : null }
  })
}

async function readMailboxes(db: Db): Promise<{ mailbox: WatchedMailbox; read_interval: string }[]> {
  const inboxes = await db
    .selectFrom('inboxes')
    .select(['id', 'config', 'sync_since'])
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const cursors = await db.selectFrom('imap_cursors').selectAll().execute()
  return inboxes.flatMap(({ id, config }) =>
    readStoredConfig(config).imap.map((imap) => {
      const key = mailboxKeyOf({ config: imap })
      const cursor = cursors.find((row) => row.inbox_id === id && row.folder === key)
      const mailbox = {
        inbox_id: id,
        mailbox: key,
        synced_at: cursor?.synced_at?.toISOString() ?? null,
        since: cursor?.since?.toISOString() ?? null,
        last_error: cursor?.last_error ?? null,
        messages_on_server: cursor?.messages_on_server ?? null,
        messages_received: cursor?.messages_received ?? null,
        missing: countMissing(cursor),
        checked_at: cursor?.reconciled_at?.toISOString() ?? null,
      }
      return { mailbox, read_interval: imap.read_interval }
    }),
  )
}

const countMissing = (cursor: Cursor | undefined): number | null =>
  cursor && cursor.messages_on_server !== null && cursor.messages_received !== null
    ? cursor.messages_on_server - cursor.messages_received
    : null
