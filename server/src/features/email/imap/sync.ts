import type { ImapFlow } from 'imapflow'
import { readDurationMs } from '../../conversations/snooze-time.ts'
import { type Cursor, moveCursor, openCursor } from './cursor.ts'
import { folderOf, type ImapDeps, type Mailbox, type Trouble } from './mailbox.ts'
import { takeMails } from './take.ts'

const day = 86_400_000

/** Brings every mail of the opened mailbox that is not in the ledger yet into it. Reading only: no flag is ever changed. */
export async function syncMailbox(
  deps: ImapDeps,
  client: ImapFlow,
  mailbox: Mailbox,
  trouble: Trouble,
): Promise<void> {
  const folder = folderOf(mailbox)
  const place = { inbox_id: mailbox.inbox_id, folder }
  const opened = await client.mailboxOpen(mailbox.config.mailbox, { readOnly: true })
  const uidvalidity = Number(opened.uidValidity)
  let cursor = await openCursor(deps.db, place)
  if (cursor.uidvalidity === null) cursor = await beginReading(deps, client, mailbox, cursor, uidvalidity)
  else if (cursor.uidvalidity !== uidvalidity) cursor = await beginAnew(deps, client, cursor, uidvalidity)
  if (mailbox.sync_since && cursor.since && mailbox.sync_since < cursor.since)
    await readFurtherBack(deps, client, cursor, mailbox.sync_since, trouble)

  const uids = await search(client, { uid: `${cursor.last_uid + 1}:*` })
  // "n:*" names the newest mail even when its uid is below n (RFC 3501 section 6.4.8).
  const fresh = uids.filter((uid) => uid > cursor.last_uid)
  await takeMails(deps, client, cursor, fresh, { moves_cursor: true, trouble })
  await moveCursor(deps.db, place, { synced_at: deps.clock.now(), last_error: null })
}

/** The first look: what is there already is historical, as far back as the inbox says. */
async function beginReading(
  deps: ImapDeps,
  client: ImapFlow,
  mailbox: Mailbox,
  cursor: Cursor,
  uidvalidity: number,
): Promise<Cursor> {
  const since =
    mailbox.sync_since ??
    new Date(deps.clock.now().getTime() - (readDurationMs(mailbox.config.scan_inbox_since) ?? 2 * day))
  return begin(deps, client, cursor, { uidvalidity, since, search_since: since, live_since: null })
}

/**
 * The server gave new numbers to everything. What came since the last look, with a week to spare, is gone through again; the ledger
 * knows by the bytes what it has.
 */
async function beginAnew(
  deps: ImapDeps,
  client: ImapFlow,
  cursor: Cursor,
  uidvalidity: number,
): Promise<Cursor> {
  const since = cursor.since ?? deps.clock.now()
  const seen = cursor.synced_at ?? since
  return begin(deps, client, cursor, {
    uidvalidity,
    since,
    search_since: new Date(Math.max(since.getTime(), seen.getTime() - 7 * day)),
    live_since: new Date(seen.getTime() - day),
  })
}

async function begin(
  deps: ImapDeps,
  client: ImapFlow,
  cursor: Cursor,
  from: { uidvalidity: number; since: Date; search_since: Date; live_since: Date | null },
): Promise<Cursor> {
  const uids = await searchSince(client, from.search_since)
  const newest = client.mailbox ? client.mailbox.uidNext - 1 : 0
  const columns = {
    uidvalidity: from.uidvalidity,
    since: from.since,
    last_uid: uids.length > 0 ? Math.min(...uids) - 1 : newest,
    historical_until_uid: newest,
    live_since: from.live_since,
  }
  await moveCursor(deps.db, cursor, columns)
  return { ...cursor, ...columns }
}

/** The inbox wants older mail than was read at first. */
async function readFurtherBack(
  deps: ImapDeps,
  client: ImapFlow,
  cursor: Cursor,
  since: Date,
  trouble: Trouble,
): Promise<void> {
  const wanted = (await searchSince(client, since)).filter((uid) => uid <= cursor.last_uid)
  await takeMails(deps, client, { ...cursor, since }, wanted, { moves_cursor: false, trouble })
  await moveCursor(deps.db, cursor, { since })
}

/** SEARCH SINCE knows dates only, in the server's zone: a day more, and the instant is compared when the mail is taken. */
const searchSince = (client: ImapFlow, since: Date) =>
  search(client, { since: new Date(since.getTime() - day) })

async function search(client: ImapFlow, query: { since?: Date; uid?: string }): Promise<number[]> {
  const uids = await client.search(query, { uid: true })
  if (!uids) throw new Error('The mail server did not search the mailbox')
  return uids.sort((a, b) => a - b)
}
