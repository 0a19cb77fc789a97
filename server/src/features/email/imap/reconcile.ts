import { accountedUids } from './accounted-uids.ts'
import { type Cursor, moveCursor } from './cursor.ts'
import { listMails } from './fetch-mails.ts'
import type { ImapDeps, Trouble } from './mailbox.ts'
import type { OpenMailbox } from './open-mailbox.ts'
import { isInScope, missingUids } from './scope.ts'
import { takeMails } from './take.ts'

const day = 86_400_000
/** UIDs of a window: numbers alone, so that a mailbox of any size takes little memory. */
const windowSize = 20_000
const datesAtOnce = 1_000

type Window = {
  /** In scope, ascending. */
  on_server: number[]
  /** Of those, not accounted for. */
  missing: number[]
}

/** Compares the mailbox with the ledger up to a UID, and puts the counts on the cursor. */
export async function countMailbox(
  deps: ImapDeps,
  mailbox: OpenMailbox,
  cursor: Cursor,
  up_to: number,
  reconciled_at: Date | null,
): Promise<{ missing: number }> {
  let [on_server, missing] = [0, 0]
  for await (const window of windowsOf(deps, mailbox, cursor, up_to)) {
    on_server += window.on_server.length
    missing += window.missing.length
  }
  await moveCursor(deps.db, cursor, {
    messages_on_server: on_server,
    messages_received: on_server - missing,
    ...(reconciled_at && { reconciled_at }),
  })
  return { missing }
}

/** Takes what the cursor has passed and the ledger does not have, by the same way as new mail. */
export async function repairMailbox(
  deps: ImapDeps,
  mailbox: OpenMailbox,
  cursor: Cursor,
  trouble: Trouble,
): Promise<void> {
  for await (const { missing } of windowsOf(deps, mailbox, cursor, cursor.last_uid)) {
    if (missing.length === 0) continue
    deps.log.warn(
      { inbox: cursor.inbox_id, mailbox: cursor.folder, missing: missing.length },
      'fetching mail that was missed',
    )
    await takeMails(deps, mailbox, cursor, missing, {
      mode: 'repair',
      counted_until: cursor.last_uid,
      trouble,
    })
  }
}

/** The mailbox in ranges of UIDs, each compared with the ledger. Ranges widen where UIDs are sparse. */
async function* windowsOf(
  deps: ImapDeps,
  mailbox: OpenMailbox,
  cursor: Cursor,
  up_to: number,
): AsyncGenerator<Window> {
  let width = windowSize
  for (let from = 1; from <= up_to; ) {
    const isOld = from <= cursor.historical_until_uid
    const to = Math.min(from + width - 1, up_to, isOld ? cursor.historical_until_uid : up_to)
    const uids = await searchScope(mailbox, cursor, from, to)
    if (uids.length > 0) yield await compare(deps, mailbox, cursor, uids)
    if (uids.length > windowSize) width = Math.max(1, Math.floor(width / 2))
    else if (uids.length < windowSize / 4) width *= 4
    from = to + 1
  }
}

/** SEARCH SINCE knows dates only, in the server's zone: a day more, and the instant is compared with the message's. */
async function searchScope(mailbox: OpenMailbox, cursor: Cursor, from: number, to: number) {
  const isOld = to <= cursor.historical_until_uid && cursor.since !== null
  const since = isOld && cursor.since ? { since: new Date(cursor.since.getTime() - day) } : {}
  const uids = await mailbox.search({ uid: `${from}:${to}`, ...since })
  return uids.filter((uid) => uid >= from && uid <= to)
}

async function compare(
  deps: ImapDeps,
  mailbox: OpenMailbox,
  cursor: Cursor,
  uids: number[],
): Promise<Window> {
  const accounted = await accountedUids(deps.db, cursor, uids[0] ?? 0, uids.at(-1) ?? 0)
  const candidates = missingUids(uids, accounted, new Set())
  const outOfScope = await findOutOfScope(mailbox, cursor, candidates)
  return {
    on_server: uids.filter((uid) => !outOfScope.has(uid)),
    missing: missingUids(uids, accounted, outOfScope),
  }
}

/** Of these, what is older than `since`, or expunged by now. Only the days around `since` need a look at the message's own date. */
async function findOutOfScope(
  mailbox: OpenMailbox,
  cursor: Cursor,
  candidates: number[],
): Promise<Set<number>> {
  const old = candidates.filter((uid) => uid <= cursor.historical_until_uid)
  const [first, last] = [old[0], old.at(-1)]
  if (cursor.since === null || first === undefined || last === undefined) return new Set()
  const later = new Date(cursor.since.getTime() + 2 * day)
  const certain = new Set(await mailbox.search({ uid: `${first}:${last}`, since: later }))
  const unsure = old.filter((uid) => !certain.has(uid))
  const outOfScope = new Set(unsure)
  for (let at = 0; at < unsure.length; at += datesAtOnce) {
    const uidsOfDates = unsure.slice(at, at + datesAtOnce)
    for (const mail of await listMails(mailbox, uidsOfDates, { with_message_id: false }))
      if (isInScope(cursor, mail)) outOfScope.delete(mail.uid)
  }
  return outOfScope
}
