import type { ImapFlow } from 'imapflow'
import { parseDurationMs } from '../../conversations/snooze-time.ts'
import { deleteStaleKnownUids } from './accounted-uids.ts'
import { type Cursor, openCursor, updateCursor } from './cursor.ts'
import { type BatchFailure, type ImapDeps, type Mailbox, mailboxKeyOf } from './imap-client.ts'
import { importMails } from './import-mails.ts'
import { type OpenMailbox, openMailbox } from './open-mailbox.ts'
import { refetchedDays } from './recognise-mails.ts'
import { countMailbox, repairMailbox } from './reconcile.ts'

const dayMs = 86_400_000

/** How often a connection compares the whole mailbox with the ledger. */
const reconcileIntervalMs = 3_600_000
/** The same when the number of messages changed otherwise than by what arrived. */
const reconcileChangedIntervalMs = 5 * 60_000

/** What one connection knows of its last comparison with the ledger; none was made while `at` is null. */
export type ReconcileState = { at: number | null; exists: number }
export const initialReconcileState = (): ReconcileState => ({ at: null, exists: 0 })

/**
 * Brings every mail of the opened mailbox that is not in the ledger yet into it: what is new, and at the beginning of a connection and now
 * and then also what is missing from before. Reading only: no flag is ever changed.
 */
export async function syncMailbox(
  deps: ImapDeps,
  client: ImapFlow,
  mailbox: Mailbox,
  { trouble, reconciled }: { trouble: BatchFailure; reconciled: ReconcileState },
): Promise<void> {
  const place = { inbox_id: mailbox.inbox_id, folder: mailboxKeyOf(mailbox) }
  const opened = await openMailbox(client, mailbox.config.mailbox)
  const before = await openCursor(deps.db, place)
  const cursor = await alignCursor(deps, opened, mailbox, before)
  const uids = await opened.search({ uid: `${cursor.last_uid + 1}:*` })
  // "n:*" names the newest mail even when its uid is below n (RFC 3501 section 6.4.8).
  const fresh = uids.filter((uid) => uid > cursor.last_uid)
  const newest = Math.max(opened.uid_next - 1, fresh.at(-1) ?? 0)
  const isDue =
    cursor.uidvalidity !== before.uidvalidity ||
    cursor.since?.getTime() !== before.since?.getTime() ||
    isReconcileDue(reconciled, opened.exists - fresh.length)

  if (isDue) await countMailbox(deps, opened, cursor, newest, null)
  const counted_until = isDue ? newest : cursor.last_uid
  await importMails(deps, opened, cursor, fresh, { mode: 'sync', counted_until, trouble })
  if (isDue) {
    await repairMailbox(deps, opened, await openCursor(deps.db, place), trouble)
    await countMailbox(deps, opened, cursor, newest, deps.clock.now())
    reconciled.at = Date.now()
  }
  reconciled.exists = opened.exists
  await updateCursor(deps.db, place, { synced_at: deps.clock.now(), last_error: null })
}

/** `exists`: messages in the mailbox, without those that arrived since. */
const isReconcileDue = ({ at, ...last }: ReconcileState, exists: number) =>
  at === null ||
  Date.now() - at >= reconcileIntervalMs ||
  (exists !== last.exists && Date.now() - at >= reconcileChangedIntervalMs)

/** The cursor, made to fit the mailbox as it is now. */
async function alignCursor(
  deps: ImapDeps,
  opened: OpenMailbox,
  mailbox: Mailbox,
  before: Cursor,
): Promise<Cursor> {
  let cursor = before
  if (cursor.uidvalidity === null) cursor = await initialiseCursor(deps, opened, mailbox, cursor)
  else if (cursor.uidvalidity !== opened.uidvalidity) cursor = await restartCursor(deps, opened, cursor)
  const since = mailbox.sync_since
  // The inbox wants older mail than was read at first: it is missing now.
  if (since && cursor.since && since < cursor.since) {
    await updateCursor(deps.db, cursor, { since })
    cursor = { ...cursor, since }
  }
  return cursor
}

/** The first look: what is there already is historical, as far back as the inbox says. */
async function initialiseCursor(
  deps: ImapDeps,
  opened: OpenMailbox,
  mailbox: Mailbox,
  cursor: Cursor,
): Promise<Cursor> {
  const since =
    mailbox.sync_since ??
    new Date(deps.clock.now().getTime() - (parseDurationMs(mailbox.config.scan_inbox_since) ?? 2 * dayMs))
  return writeCursorStart(deps, opened, cursor, { since, search_since: since, live_since: null })
}

/**
 * The server gave new numbers to everything. What came since the last look, with a week to spare, is gone through again; the ledger
 * knows by the bytes what it has.
 */
async function restartCursor(deps: ImapDeps, opened: OpenMailbox, cursor: Cursor): Promise<Cursor> {
  const since = cursor.since ?? deps.clock.now()
  const seen = cursor.synced_at ?? since
  return writeCursorStart(deps, opened, cursor, {
    since,
    search_since: new Date(Math.max(since.getTime(), seen.getTime() - refetchedDays * dayMs)),
    live_since: new Date(seen.getTime() - dayMs),
  })
}

async function writeCursorStart(
  deps: ImapDeps,
  opened: OpenMailbox,
  cursor: Cursor,
  from: { since: Date; search_since: Date; live_since: Date | null },
): Promise<Cursor> {
  const uids = await searchSince(opened, from.search_since)
  // As it was when the mailbox was opened: what has arrived since is not historical.
  const newest = opened.uid_next - 1
  const columns = {
    uidvalidity: opened.uidvalidity,
    since: from.since,
    last_uid: uids[0] === undefined ? newest : uids[0] - 1,
    historical_until_uid: newest,
    live_since: from.live_since,
    messages_on_server: null,
    messages_received: null,
    reconciled_at: null,
  }
  await deleteStaleKnownUids(deps.db, { ...cursor, ...columns })
  await updateCursor(deps.db, cursor, columns)
  return { ...cursor, ...columns }
}

/** SEARCH SINCE knows dates only, in the server's zone: a day more, and the instant is compared when the mail is taken. */
const searchSince = (opened: OpenMailbox, since: Date) =>
  opened.search({ since: new Date(since.getTime() - dayMs) })
