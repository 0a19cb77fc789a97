import { keepRaw } from '../raw-mail.ts'
import { readSizeLimit } from '../size-limit.ts'
import { hasTombstones } from '../tombstones.ts'
import { accountedUids } from './accounted-uids.ts'
import { type Cursor, moveCursor } from './cursor.ts'
import { type FetchedMail, fetchMails, listMails } from './fetch-mails.ts'
import { type ImapDeps, noTrouble, type Trouble, wordsOf } from './mailbox.ts'
import type { OpenMailbox } from './open-mailbox.ts'
import { recogniseMails } from './recognise-mails.ts'
import { recordMails } from './record-mails.ts'
import { isInScope, type ListedMail } from './scope.ts'

/** Of a batch: few enough to hold in memory, many enough not to wait for the network at each. */
const mostMails = 50
const mostBytes = 8 * 1024 * 1024

/** `sync` follows the cursor; `repair` goes back to what the cursor passed, and leaves it where it is. */
type Options = { mode: 'sync' | 'repair'; counted_until: number; trouble: Trouble }

/**
 * Takes these mails (uids, ascending) into the ledger: bytes first, then rows and cursor in one transaction. Killed anywhere, it goes on
 * where it stopped; the ledger's unique index refuses a second row. The cursor only passes UIDs that are in the ledger, out of scope, or
 * confirmed to be expunged.
 */
export async function takeMails(
  deps: ImapDeps,
  mailbox: OpenMailbox,
  cursor: Cursor,
  uids: number[],
  { mode, counted_until, trouble }: Options,
): Promise<void> {
  const largest = await readSizeLimit(deps.db)
  const with_message_id = cursor.live_since !== null || (await hasTombstones(deps.db, cursor.inbox_id))
  const record = (fetched: FetchedMail[], known: { uid: number; delivery_id: number | null }[]) => {
    const last = fetched.at(-1)?.uid ?? null
    return recordMails(deps, cursor, {
      fetched,
      known,
      last_uid: mode === 'sync' && known.length === 0 ? last : null,
      counted_until,
      is_repair: mode === 'repair',
    })
  }
  for (const window of windows(uids, trouble)) {
    if (isPoison(trouble, window)) {
      await record([await placeholder(deps, trouble)], [])
    } else {
      const listed = await noteTrouble(
        trouble,
        window.map((uid) => ({ uid })),
        () => listMails(mailbox, window, { with_message_id }),
      )
      const accounted = await accountedUids(deps.db, cursor, window[0] ?? 0, window.at(-1) ?? 0)
      const mails = listed.filter((mail) => isInScope(cursor, mail) && !accounted.has(mail.uid))
      const known = await recogniseMails(deps, cursor, mails)
      if (known.length > 0) await record([], known)
      const others = mails.filter(({ uid }) => !known.some((one) => one.uid === uid))
      for (const batch of batches(others)) {
        const fetched = await noteTrouble(trouble, batch, () =>
          fetchMails(deps, mailbox, cursor, batch, largest),
        )
        await record(fetched, [])
      }
    }
    if (trouble.uid === window[0]) Object.assign(trouble, noTrouble())
    // Also past what was skipped or has been expunged since.
    if (mode === 'sync') await moveCursor(deps.db, cursor, { last_uid: window.at(-1) ?? cursor.last_uid })
  }
}

/** One by one within the batch that failed, so that the mail that breaks the connection is found. */
function windows(uids: number[], trouble: Trouble): number[][] {
  const isSuspect = (uid: number) => trouble.failures > 0 && uid >= trouble.uid && uid <= trouble.last_uid
  const found: number[][] = []
  for (const uid of uids) {
    const window = found.at(-1)
    const joins = window && window.length < mostMails && !isSuspect(uid) && !isSuspect(window[0] ?? 0)
    if (joins) window.push(uid)
    else found.push([uid])
  }
  return found
}

function batches(mails: ListedMail[]): ListedMail[][] {
  const found: ListedMail[][] = []
  let bytes = 0
  for (const mail of mails) {
    const batch = found.at(-1)
    if (batch && bytes + mail.size <= mostBytes) {
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
const mostFailures = 5

const isPoison = (trouble: Trouble, window: number[]) =>
  window.length === 1 && trouble.uid === window[0] && trouble.failures >= mostFailures

/** Stands in the ledger for a mail that the server fails to hand over. */
async function placeholder(deps: ImapDeps, { uid, failures, words, mail }: Trouble): Promise<FetchedMail> {
  return {
    uid,
    size: mail?.size ?? 0,
    arrived: mail?.arrived ?? null,
    message_id: null,
    raw_hash: await keepRaw(deps.files.mail, Buffer.alloc(0)),
    raw_size: mail?.size ?? 0,
    refusal: `The mail server failed ${failures} times to hand over this mail, which is still in the mailbox (${words})`,
    erased: false,
  }
}

async function noteTrouble<T>(
  trouble: Trouble,
  mails: ({ uid: number } & Partial<ListedMail>)[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { uid = 0, size, arrived = null } = mails[0] ?? {}
    const before = trouble.uid === uid ? trouble : noTrouble()
    Object.assign(trouble, {
      uid,
      last_uid: mails.at(-1)?.uid ?? 0,
      mail: size === undefined ? before.mail : { size, arrived },
      failures: before.failures + 1,
      words: wordsOf(error),
    })
    throw error
  }
}
