import type { ImapFlow } from 'imapflow'
import { parseGoDuration } from '../../../go-duration.ts'
import { deleteStaleKnownUids } from './accounted-uids.ts'
import { type Cursor, openCursor, updateCursor } from './cursor.ts'
import { type BatchFailure, type ImapDeps, type Mailbox, mailboxKeyOf } from './imap-client.ts'
import { importMails } from './import-mails.ts'
import { type OpenMailbox, openMailbox } from './open-mailbox.ts'
import { refetchedDays } from './recognise-mails.ts'
import { countMailbox, repairMailbox } from './reconcile.ts'

const dayMs = 86_400_000

/** How often a watcher compares the whole mailbox with the ledger. */
const reconcileIntervalMs = 3_600_000
/** The same, if the number of messages changed by more than what arrived. */
const reconcileChangedIntervalMs = 5 * 60_000

/**
 * A watcher's last complete comparison with the ledger; `at` is null before the first. It outlives connections: what a lost one had
 * not stored is above the cursor, and another UIDVALIDITY is compared anyway.
 */
export type ReconcileState = { at: number | null; exists: number }
export const initialReconcileState = (): ReconcileState => ({ at: null, exists: 0 })

/**
 * Imports every mail of the opened mailbox that is not in the ledger: new mail, and at the start of a watcher and
 * periodically also missing older mail. Read-only: flags are never changed.
 */
export async function syncMailbox(
  deps: ImapDeps,
  client: ImapFlow,
  mailbox: Mailbox,
  { batchFailure, reconciled }: { batchFailure: BatchFailure; reconciled: ReconcileState },
): Promise<void> {
  const { inbox_id, fence } = mailbox
  const mailboxKey = { inbox_id, folder: mailboxKeyOf(mailbox), fence }
  const opened = await openMailbox(client, mailbox.config.mailbox)
  const before = await openCursor(deps.db, mailboxKey)
  const cursor = await alignCursor(deps, opened, mailbox, before)
  const uids = await opened.search({ uid: `${cursor.last_uid + 1}:*` })
  // "n:*" includes the newest mail even if its UID is below n (RFC 3501 section 6.4.8).
  const newUids = uids.filter((uid) => uid > cursor.last_uid)
  const newest = Math.max(opened.uid_next - 1, newUids.at(-1) ?? 0)
  const isDue =
    cursor.uidvalidity !== before.uidvalidity ||
    cursor.since?.getTime() !== before.since?.getTime() ||
    isReconcileDue(reconciled, opened.exists - newUids.length)

  if (isDue) await countMailbox(deps, opened, cursor, newest, null)
  const counted_until = isDue ? newest : cursor.last_uid
  await importMails(deps, opened, cursor, newUids, { mode: 'sync', counted_until, batchFailure })
  if (isDue) {
    await repairMailbox(deps, opened, await openCursor(deps.db, mailboxKey), batchFailure)
    await countMailbox(deps, opened, cursor, newest, deps.clock.now())
    reconciled.at = Date.now()
  }
  reconciled.exists = opened.exists
  await updateCursor(deps.db, mailboxKey, { synced_at: deps.clock.now(), last_error: null })
}

/** `exists`: number of messages, without those that arrived since. */
const isReconcileDue = ({ at, ...last }: ReconcileState, exists: number) =>
  at === null ||
  Date.now() - at >= reconcileIntervalMs ||
  (exists !== last.exists && Date.now() - at >= reconcileChangedIntervalMs)

/** Aligns the cursor with the current state of the mailbox. */
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
  // The inbox now wants older mail than the first sync imported.
  if (since && cursor.since && since < cursor.since) {
    await updateCursor(deps.db, cursor, { since })
    cursor = { ...cursor, since }
  }
  return cursor
}

/** First sync: existing mail is historical, as far back as the inbox is configured. */
async function initialiseCursor(
  deps: ImapDeps,
  opened: OpenMailbox,
  mailbox: Mailbox,
  cursor: Cursor,
): Promise<Cursor> {
  const since =
    mailbox.sync_since ??
    new Date(deps.clock.now().getTime() - (parseGoDuration(mailbox.config.scan_inbox_since) ?? 2 * dayMs))
  return writeCursorStart(deps, opened, cursor, { since, search_since: since, live_since: null })
}

/**
 * The server renumbered all messages. Mail since the last sync, plus a week, is checked again; the ledger recognises
 * known mail by its bytes.
 */
async function restartCursor(deps: ImapDeps, opened: OpenMailbox, cursor: Cursor): Promise<Cursor> {
  const since = cursor.since ?? deps.clock.now()
  const lastSyncedAt = cursor.synced_at ?? since
  return writeCursorStart(deps, opened, cursor, {
    since,
    search_since: new Date(Math.max(since.getTime(), lastSyncedAt.getTime() - refetchedDays * dayMs)),
    live_since: new Date(lastSyncedAt.getTime() - dayMs),
  })
}

async function writeCursorStart(
  deps: ImapDeps,
  opened: OpenMailbox,
  cursor: Cursor,
  start: { since: Date; search_since: Date; live_since: Date | null },
): Promise<Cursor> {
  const uids = await searchSince(opened, start.search_since)
  // As of opening the mailbox: mail that arrived since then is not historical.
  const newest = opened.uid_next - 1
  const columns = {
    uidvalidity: opened.uidvalidity,
    since: start.since,
    last_uid: uids[0] === undefined ? newest : uids[0] - 1,
    historical_until_uid: newest,
    live_since: start.live_since,
    messages_on_server: null,
    messages_received: null,
    reconciled_at: null,
  }
  await deleteStaleKnownUids(deps.db, { ...cursor, ...columns })
  await updateCursor(deps.db, cursor, columns)
  return { ...cursor, ...columns }
}

/**
 * SEARCH SINCE has date precision in the server's zone: search one more day, and compare the exact time on import.
 */
const searchSince = (opened: OpenMailbox, since: Date) =>
  opened.search({ since: new Date(since.getTime() - dayMs) })
