import { listAccountedUids } from './accounted-uids.ts'
import { type Cursor, updateCursor } from './cursor.ts'
import { listMails } from './fetch-mails.ts'
import type { BatchFailure, ImapDeps } from './imap-client.ts'
import { importMails } from './import-mails.ts'
import type { OpenMailbox } from './open-mailbox.ts'
import { isInScope, missingUids } from './sync-scope.ts'

const dayMs = 86_400_000
/** UIDs per window: only numbers, so that a mailbox of any size needs little memory. */
const windowSize = 20_000
const dateBatchSize = 1_000

type UidWindow = {
  /** UIDs in scope, ascending. */
  on_server: number[]
  /** The missing ones among them. */
  missing: number[]
}

/** Compares the mailbox with the ledger up to a UID, and stores the counts on the cursor. */
export async function countMailbox(
  deps: ImapDeps,
  mailbox: OpenMailbox,
  cursor: Cursor,
  up_to: number,
  reconciled_at: Date | null,
): Promise<{ missing: number }> {
  let [on_server, missing] = [0, 0]
  for await (const window of iterateWindows(deps, mailbox, cursor, up_to)) {
    on_server += window.on_server.length
    missing += window.missing.length
  }
  await updateCursor(deps.db, cursor, {
    messages_on_server: on_server,
    messages_received: on_server - missing,
    ...(reconciled_at && { reconciled_at }),
  })
  return { missing }
}

/** Imports messages that the cursor has passed but the ledger lacks, in the same way as new mail. */
export async function repairMailbox(
  deps: ImapDeps,
  mailbox: OpenMailbox,
  cursor: Cursor,
  batchFailure: BatchFailure,
): Promise<void> {
  for await (const { missing } of iterateWindows(deps, mailbox, cursor, cursor.last_uid)) {
    if (missing.length === 0) continue
    deps.log.warn(
      { inbox: cursor.inbox_id, mailbox: cursor.folder, missing: missing.length },
      'fetching missed mail',
    )
    await importMails(deps, mailbox, cursor, missing, {
      mode: 'repair',
      counted_until: cursor.last_uid,
      batchFailure,
    })
  }
}

/** Iterates over the mailbox in UID ranges, each compared with the ledger. Ranges widen where UIDs are sparse. */
async function* iterateWindows(
  deps: ImapDeps,
  mailbox: OpenMailbox,
  cursor: Cursor,
  up_to: number,
): AsyncGenerator<UidWindow> {
  let width = windowSize
  for (let from = 1; from <= up_to; ) {
    const isHistoricalRange = from <= cursor.historical_until_uid
    const to = Math.min(from + width - 1, up_to, isHistoricalRange ? cursor.historical_until_uid : up_to)
    const uids = await searchWindow(mailbox, cursor, from, to)
    if (uids.length > 0) yield await compareWithLedger(deps, mailbox, cursor, uids)
    if (uids.length > windowSize) width = Math.max(1, Math.floor(width / 2))
    else if (uids.length < windowSize / 4) width *= 4
    from = to + 1
  }
}

/** SEARCH SINCE has date precision in the server's zone: search one more day, and compare the exact time later. */
async function searchWindow(mailbox: OpenMailbox, cursor: Cursor, from: number, to: number) {
  const isHistoricalRange = to <= cursor.historical_until_uid && cursor.since !== null
  const since = isHistoricalRange && cursor.since ? { since: new Date(cursor.since.getTime() - dayMs) } : {}
  const uids = await mailbox.search({ uid: `${from}:${to}`, ...since })
  return uids.filter((uid) => uid >= from && uid <= to)
}

async function compareWithLedger(
  deps: ImapDeps,
  mailbox: OpenMailbox,
  cursor: Cursor,
  uids: number[],
): Promise<UidWindow> {
  const accounted = await listAccountedUids(deps.db, cursor, uids[0] ?? 0, uids.at(-1) ?? 0)
  const candidates = missingUids(uids, accounted, new Set())
  const outOfScope = await findOutOfScope(mailbox, cursor, candidates)
  return {
    on_server: uids.filter((uid) => !outOfScope.has(uid)),
    missing: missingUids(uids, accounted, outOfScope),
  }
}

/**
 * The candidates that are older than `since`, or expunged by now. Only messages around `since` need their own date
 * checked.
 */
async function findOutOfScope(
  mailbox: OpenMailbox,
  cursor: Cursor,
  candidates: number[],
): Promise<Set<number>> {
  const old = candidates.filter((uid) => uid <= cursor.historical_until_uid)
  const [first, last] = [old[0], old.at(-1)]
  if (cursor.since === null || first === undefined || last === undefined) return new Set()
  const later = new Date(cursor.since.getTime() + 2 * dayMs)
  const inScope = new Set(await mailbox.search({ uid: `${first}:${last}`, since: later }))
  const uncertain = old.filter((uid) => !inScope.has(uid))
  const outOfScope = new Set(uncertain)
  for (let offset = 0; offset < uncertain.length; offset += dateBatchSize) {
    const batch = uncertain.slice(offset, offset + dateBatchSize)
    for (const mail of await listMails(mailbox, batch, { with_message_id: false }))
      if (isInScope(cursor, mail)) outOfScope.delete(mail.uid)
  }
  return outOfScope
}
