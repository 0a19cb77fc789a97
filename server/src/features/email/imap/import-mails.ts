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

/** Of a batch: few enough to hold in memory, many enough not to wait for the network at each. */
const maxBatchMails = 50
const maxBatchBytes = 8 * 1024 * 1024

/** `sync` follows the cursor; `repair` goes back to what the cursor passed, and leaves it where it is. */
type ImportOptions = { mode: 'sync' | 'repair'; counted_until: number; trouble: BatchFailure }

/**
 * Takes these mails (uids, ascending) into the ledger: bytes first, then rows and cursor in one transaction. Killed anywhere, it goes on
 * where it stopped; the ledger's unique index refuses a second row. The cursor only passes UIDs that are in the ledger, out of scope, or
 * confirmed to be expunged.
 */
export async function importMails(
  deps: ImapDeps,
  mailbox: OpenMailbox,
  cursor: Cursor,
  uids: number[],
  { mode, counted_until, trouble }: ImportOptions,
): Promise<void> {
  const largest = await readMailSizeLimit(deps.db)
  const with_message_id = cursor.live_since !== null || (await hasTombstones(deps.db, cursor.inbox_id))
  const record = (fetched: FetchedMail[], known: { uid: number; delivery_id: number | null }[]) => {
    const last = fetched.at(-1)?.uid ?? null
    return storeMails(deps, cursor, {
      fetched,
      known,
      last_uid: mode === 'sync' && known.length === 0 ? last : null,
      counted_until,
      is_repair: mode === 'repair',
    })
  }
  for (const window of uidWindows(uids, trouble)) {
    if (isPoisonMail(trouble, window)) {
      await record([await storePlaceholder(deps, trouble)], [])
    } else {
      const listed = await trackFailure(
        trouble,
        window.map((uid) => ({ uid })),
        () => listMails(mailbox, window, { with_message_id }),
      )
      const accounted = await listAccountedUids(deps.db, cursor, window[0] ?? 0, window.at(-1) ?? 0)
      const mails = listed.filter((mail) => isInScope(cursor, mail) && !accounted.has(mail.uid))
      const known = await recogniseKnownMails(deps, cursor, mails)
      if (known.length > 0) await record([], known)
      const others = mails.filter(({ uid }) => !known.some((one) => one.uid === uid))
      for (const batch of mailBatches(others)) {
        const fetched = await trackFailure(trouble, batch, () =>
          fetchMails(deps, mailbox, cursor, batch, largest),
        )
        await record(fetched, [])
      }
    }
    if (trouble.uid === window[0]) Object.assign(trouble, noBatchFailure())
    // Also past what was skipped or has been expunged since.
    if (mode === 'sync') await updateCursor(deps.db, cursor, { last_uid: window.at(-1) ?? cursor.last_uid })
  }
}

/** One by one within the batch that failed, so that the mail that breaks the connection is found. */
function uidWindows(uids: number[], trouble: BatchFailure): number[][] {
  const isSuspect = (uid: number) => trouble.failures > 0 && uid >= trouble.uid && uid <= trouble.last_uid
  const found: number[][] = []
  for (const uid of uids) {
    const window = found.at(-1)
    const joins = window && window.length < maxBatchMails && !isSuspect(uid) && !isSuspect(window[0] ?? 0)
    if (joins) window.push(uid)
    else found.push([uid])
  }
  return found
}

function mailBatches(mails: ListedMail[]): ListedMail[][] {
  const found: ListedMail[][] = []
  let bytes = 0
  for (const mail of mails) {
    const batch = found.at(-1)
    if (batch && bytes + mail.size <= maxBatchBytes) {
      batch.push(mail)
      bytes += mail.size
    } else {
      found.push([mail])
      bytes = mail.size
    }
  }
  return found
}

/** How often a single mail may break the connection that fetches it, with growing pauses in between. */
const maxFailures = 5

const isPoisonMail = (trouble: BatchFailure, window: number[]) =>
  window.length === 1 && trouble.uid === window[0] && trouble.failures >= maxFailures

/** Stands in the ledger for a mail that the server fails to hand over. */
async function storePlaceholder(
  deps: ImapDeps,
  { uid, failures, reason: words, mail }: BatchFailure,
): Promise<FetchedMail> {
  return {
    uid,
    size: mail?.size ?? 0,
    arrived: mail?.arrived ?? null,
    message_id: null,
    raw_hash: await storeRawMail(deps.files.mail, Buffer.alloc(0)),
    raw_size: mail?.size ?? 0,
    refusal: `The mail server failed ${failures} times to hand over this mail, which is still in the mailbox (${words})`,
    erased: false,
  }
}

async function trackFailure<T>(
  trouble: BatchFailure,
  mails: ({ uid: number } & Partial<ListedMail>)[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { uid = 0, size, arrived = null } = mails[0] ?? {}
    const before = trouble.uid === uid ? trouble : noBatchFailure()
    Object.assign(trouble, {
      uid,
      last_uid: mails.at(-1)?.uid ?? 0,
      mail: size === undefined ? before.mail : { size, arrived },
      failures: before.failures + 1,
      words: describeImapError(error),
    })
    throw error
  }
}
