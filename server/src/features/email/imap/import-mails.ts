import { storeRawMail } from '../ledger/raw-mail.ts'
import { hasTombstones } from '../ledger/tombstones.ts'
import { readMailSizeLimit } from '../receiving/mail-size-limit.ts'
import { listAccountedUids } from './accounted-uids.ts'
import { type Cursor, updateCursor } from './cursor.ts'
import { type FetchedMail, fetchMails, listMails } from './fetch-mails.ts'
import { type BatchFailure, describeImapError, type ImapDeps, noBatchFailure } from './imap-client.ts'
import type { OpenMailbox } from './open-mailbox.ts'
import { recogniseKnownMails } from './recognise-mails.ts'
import { storeMails } from './record-mails.ts'
import { isInScope, type ListedMail } from './sync-scope.ts'

/** Batch limits: few enough to hold in memory, enough not to wait for the network each time. */
const maxBatchMails = 50
const maxBatchBytes = 8 * 1024 * 1024

/** `sync` follows the cursor; `repair` imports what the cursor passed, and does not move it. */
type ImportOptions = { mode: 'sync' | 'repair'; counted_until: number; batchFailure: BatchFailure }

/**
 * Imports these mails (UIDs, ascending) into the ledger: raw bytes first, then rows and cursor in one transaction.
 * After a crash it resumes where it stopped; the ledger's unique index rejects duplicates. The cursor only passes
 * UIDs that are in the ledger, out of scope, or confirmed as expunged.
 */
export async function importMails(
  deps: ImapDeps,
  mailbox: OpenMailbox,
  cursor: Cursor,
  uids: number[],
  { mode, counted_until, batchFailure }: ImportOptions,
): Promise<void> {
  const maxMailBytes = await readMailSizeLimit(deps.db)
  const with_message_id = cursor.live_since !== null || (await hasTombstones(deps.db, cursor.inbox_id))
  const record = (fetched: FetchedMail[], knownUids: { uid: number; delivery_id: number | null }[]) => {
    const last = fetched.at(-1)?.uid ?? null
    return storeMails(deps, cursor, {
      fetched,
      known_uids: knownUids,
      last_uid: mode === 'sync' && knownUids.length === 0 ? last : null,
      counted_until,
      is_repair: mode === 'repair',
    })
  }
  for (const window of uidWindows(uids, batchFailure)) {
    const [first = 0, last = first] = [window[0], window.at(-1)]
    if (isPoisonMail(batchFailure, window)) {
      await record([await storePlaceholder(deps, batchFailure)], [])
    } else {
      const listed = await trackFailure(
        batchFailure,
        window.map((uid) => ({ uid })),
        () => listMails(mailbox, window, { with_message_id }),
      )
      const accounted = await listAccountedUids(deps.db, cursor, first, last)
      const mails = listed.filter((mail) => isInScope(cursor, mail) && !accounted.has(mail.uid))
      const knownUids = await recogniseKnownMails(deps, cursor, mails)
      if (knownUids.length > 0) await record([], knownUids)
      const remaining = mails.filter(({ uid }) => !knownUids.some((one) => one.uid === uid))
      for (const batch of mailBatches(remaining)) {
        const fetched = await trackFailure(batchFailure, batch, () =>
          fetchMails(deps, mailbox, cursor, batch, maxMailBytes),
        )
        await record(fetched, [])
      }
    }
    if (batchFailure.uid === first) Object.assign(batchFailure, noBatchFailure())
    // Also moves past skipped and expunged messages.
    if (mode === 'sync') await updateCursor(deps.db, cursor, { last_uid: last })
  }
}

/** Within a failed batch, mails are fetched one by one to find the one that breaks the connection. */
function uidWindows(uids: number[], batchFailure: BatchFailure): number[][] {
  const isSuspect = (uid: number) =>
    batchFailure.failures > 0 && uid >= batchFailure.uid && uid <= batchFailure.last_uid
  const windows: number[][] = []
  for (const uid of uids) {
    const window = windows.at(-1)
    const joins = window && window.length < maxBatchMails && !isSuspect(uid) && !isSuspect(window[0] ?? 0)
    if (joins) window.push(uid)
    else windows.push([uid])
  }
  return windows
}

function mailBatches(mails: ListedMail[]): ListedMail[][] {
  const batches: ListedMail[][] = []
  let bytes = 0
  for (const mail of mails) {
    const batch = batches.at(-1)
    if (batch && bytes + mail.size <= maxBatchBytes) {
      batch.push(mail)
      bytes += mail.size
    } else {
      batches.push([mail])
      bytes = mail.size
    }
  }
  return batches
}

/** How often a single mail may break its connection, with increasing delays in between. */
const maxFailures = 5

const isPoisonMail = (batchFailure: BatchFailure, window: number[]) =>
  window.length === 1 && batchFailure.uid === window[0] && batchFailure.failures >= maxFailures

/** Stored in the ledger in place of a mail that the server fails to deliver. */
async function storePlaceholder(
  deps: ImapDeps,
  { uid, failures, reason, mail }: BatchFailure,
): Promise<FetchedMail> {
  return {
    uid,
    size: mail?.size ?? 0,
    arrived_at: mail?.arrived_at ?? null,
    message_id: null,
    raw_hash: await storeRawMail(deps.files.mail, Buffer.alloc(0)),
    raw_size: mail?.size ?? 0,
    refusal: `The mail server failed ${failures} times to return this email, which is still in the mailbox (${reason})`,
    erased: false,
  }
}

async function trackFailure<T>(
  batchFailure: BatchFailure,
  mails: ({ uid: number } & Partial<ListedMail>)[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { uid = 0, size, arrived_at = null } = mails[0] ?? {}
    const before = batchFailure.uid === uid ? batchFailure : noBatchFailure()
    Object.assign(batchFailure, {
      uid,
      last_uid: mails.at(-1)?.uid ?? 0,
      mail: size === undefined ? before.mail : { size, arrived_at },
      failures: before.failures + 1,
      reason: describeImapError(error),
    } satisfies BatchFailure)
    throw error
  }
}
