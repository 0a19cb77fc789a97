import type { WatchedMailbox } from '@parley/contract/email/mail-deliveries'
import type { Db } from '../../../db/pool.ts'
import { readStoredConfig } from '../../inboxes/inbox-config.ts'
import type { Cursor } from './cursor.ts'
import { mailboxKeyOf } from './imap-client.ts'

/** The mailboxes of enabled inboxes as currently configured; earlier accounts are not listed. */
export async function listMailboxes(db: Db): Promise<WatchedMailbox[]> {
  const inboxes = await db
    .selectFrom('inboxes')
    .select(['id', 'config', 'sync_since'])
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const cursors = await db.selectFrom('imap_cursors').selectAll().execute()
  return inboxes.flatMap(({ id, config, sync_since }) =>
    readStoredConfig(config).imap.map((imap) => {
      const mailbox = mailboxKeyOf({ inbox_id: id, sync_since, config: imap })
      const cursor = cursors.find((row) => row.inbox_id === id && row.folder === mailbox)
      return {
        inbox_id: id,
        mailbox,
        synced_at: cursor?.synced_at?.toISOString() ?? null,
        since: cursor?.since?.toISOString() ?? null,
        last_error: cursor?.last_error ?? null,
        messages_on_server: cursor?.messages_on_server ?? null,
        messages_received: cursor?.messages_received ?? null,
        missing: countMissing(cursor),
        checked_at: cursor?.reconciled_at?.toISOString() ?? null,
      }
    }),
  )
}

const countMissing = (cursor: Cursor | undefined): number | null =>
  cursor && cursor.messages_on_server !== null && cursor.messages_received !== null
    ? cursor.messages_on_server - cursor.messages_received
    : null
