import type { FetchMessageObject, ImapFlow } from 'imapflow'
import type { Tx } from '../../../db/transact.ts'
import { recordDelivery } from '../ledger.ts'
import { keepRaw } from '../raw-mail.ts'
import { quarantine } from '../settle.ts'
import { readSizeLimit } from '../size-limit.ts'
import { type Cursor, moveCursor } from './cursor.ts'
import { type ImapDeps, type Trouble, wordsOf } from './mailbox.ts'

/** Of a batch: few enough to hold in memory, many enough not to wait for the network at each. */
const mostMails = 50
const mostBytes = 8 * 1024 * 1024

type Listed = { uid: number; size: number; arrived: Date }
type Kept = Listed & { raw_hash: Buffer; raw_size: number; refusal: string | null }

/**
 * Takes these mails (uids, ascending) into the ledger: bytes first, then rows and cursor in one transaction. Killed anywhere, it goes on
 * where it stopped; the ledger's unique index refuses a second row.
 */
export async function takeMails(
  deps: ImapDeps,
  client: ImapFlow,
  cursor: Cursor,
  uids: number[],
  { moves_cursor, trouble }: { moves_cursor: boolean; trouble: Trouble },
): Promise<void> {
  const largest = await readSizeLimit(deps.db)
  for (let at = 0; at < uids.length; at += mostMails) {
    const window = uids.slice(at, at + mostMails)
    const listed = (await list(client, window)).filter((mail) => isOurs(cursor, mail))
    const known = await knownUids(deps, cursor, listed)
    for (const batch of batches(
      listed.filter(({ uid }) => !known.has(uid)),
      trouble,
    )) {
      const kept = await keepUnlessPoison(deps, trouble, batch, () => keep(deps, client, batch, largest))
      await commit(deps, cursor, kept, moves_cursor ? (batch.at(-1)?.uid ?? null) : null)
    }
    // Also past what was skipped or has vanished since.
    if (moves_cursor) await moveCursor(deps.db, cursor, { last_uid: window.at(-1) ?? cursor.last_uid })
  }
}

async function list(client: ImapFlow, uids: number[]): Promise<Listed[]> {
  const mails = await client.fetchAll(
    uids.join(','),
    { uid: true, size: true, internalDate: true },
    { uid: true },
  )
  return mails
    .map((mail) => ({ uid: mail.uid, size: mail.size ?? 0, arrived: arrivalOf(mail) }))
    .sort((a, b) => a.uid - b.uid)
}

/** Mail that arrives from now on is always ours; what was there is ours from `since` on. */
const isOurs = (cursor: Cursor, { uid, arrived }: Listed) =>
  uid > cursor.historical_until_uid || cursor.since === null || arrived >= cursor.since

const isHistorical = (cursor: Cursor, { uid, arrived }: Listed) =>
  uid <= cursor.historical_until_uid && (cursor.live_since === null || arrived < cursor.live_since)

async function knownUids({ db }: ImapDeps, cursor: Cursor, mails: Listed[]): Promise<Set<number>> {
  if (mails.length === 0) return new Set()
  const rows = await db
    .selectFrom('mail_deliveries')
    .select('imap_uid')
    .where('source', '=', 'imap')
    .where('inbox_id', '=', cursor.inbox_id)
    .where('imap_folder', '=', cursor.folder)
    .where('imap_uidvalidity', '=', cursor.uidvalidity)
    .where(
      'imap_uid',
      'in',
      mails.map(({ uid }) => uid),
    )
    .execute()
  return new Set(rows.map(({ imap_uid }) => imap_uid ?? 0))
}

/** One by one up to the mail that made trouble, so that it is found. */
function batches(mails: Listed[], trouble: Trouble): Listed[][] {
  const found: Listed[][] = []
  let bytes = 0
  for (const mail of mails) {
    const batch = found.at(-1)
    const isSuspect = trouble.failures > 0 && mail.uid <= trouble.last_uid
    if (batch && !isSuspect && bytes + mail.size <= mostBytes) {
      batch.push(mail)
      bytes += mail.size
    } else {
      found.push([mail])
      bytes = mail.size
    }
  }
  return found
}

/** So often a single mail may break the connection that fetches it, with growing pauses in between. */
const mostFailures = 5

async function keepUnlessPoison(
  deps: ImapDeps,
  trouble: Trouble,
  batch: Listed[],
  work: () => Promise<Kept[]>,
): Promise<Kept[]> {
  const [first] = batch
  const [uid, last_uid] = [first?.uid ?? 0, batch.at(-1)?.uid ?? 0]
  if (first && batch.length === 1 && trouble.uid === uid && trouble.failures >= mostFailures) {
    const refusal = `The mail server failed ${mostFailures} times to hand over this mail, which is still in the mailbox (${trouble.words})`
    Object.assign(trouble, { uid: 0, last_uid: 0, failures: 0 })
    return [
      { ...first, raw_hash: await keepRaw(deps.files.mail, Buffer.alloc(0)), raw_size: first.size, refusal },
    ]
  }
  try {
    const kept = await work()
    if (trouble.uid === uid) Object.assign(trouble, { uid: 0, last_uid: 0, failures: 0 })
    return kept
  } catch (error) {
    const failures = trouble.uid === uid ? trouble.failures + 1 : 1
    Object.assign(trouble, { uid, last_uid, failures, words: wordsOf(error) })
    throw error
  }
}

/** Fetches and stores. A mail that is too large is represented by its header: it stays in the mailbox, and the ledger says so. */
async function keep(deps: ImapDeps, client: ImapFlow, batch: Listed[], largest: number): Promise<Kept[]> {
  const small = batch.filter(({ size }) => size <= largest)
  const large = batch.filter(({ size }) => size > largest)
  const [whole, headers] = [
    small.length > 0 ? await fetchAll(client, small, { source: true }) : [],
    large.length > 0 ? await fetchAll(client, large, { headers: true }) : [],
  ]
  const kept: Kept[] = []
  for (const mail of batch) {
    const isLarge = mail.size > largest
    const found = (isLarge ? headers : whole).find(({ uid }) => uid === mail.uid)
    const raw = isLarge ? found?.headers : found?.source
    // Deleted by somebody between the two looks.
    if (!raw) continue
    const refusal = isLarge
      ? `This mail is larger than ${Math.floor(largest / 1024 / 1024)} MB. It is still in the mailbox; only its header was read`
      : null
    kept.push({ ...mail, raw_hash: await keepRaw(deps.files.mail, raw), raw_size: mail.size, refusal })
  }
  return kept
}

const fetchAll = (client: ImapFlow, mails: Listed[], what: { source?: true; headers?: true }) =>
  client.fetchAll(mails.map(({ uid }) => uid).join(','), { uid: true, ...what }, { uid: true })

const arrivalOf = ({ internalDate }: FetchMessageObject): Date =>
  internalDate ? new Date(internalDate) : new Date(0)

async function commit(deps: ImapDeps, cursor: Cursor, kept: Kept[], last_uid: number | null): Promise<void> {
  await deps.act(deps.system, async (tx) => {
    const known = await knownBytes(tx, cursor.inbox_id, kept)
    for (const mail of kept) {
      // The same bytes came from a mailbox before: renumbered, or moved away and back. Nothing new to say.
      if (!mail.refusal && known.has(mail.raw_hash.toString('hex'))) continue
      await recordOne(tx, cursor, mail)
    }
    if (last_uid !== null) await moveCursor(tx.db, cursor, { last_uid })
  })
}

async function knownBytes(tx: Tx, inbox_id: number, kept: Kept[]): Promise<Set<string>> {
  if (kept.length === 0) return new Set()
  const rows = await tx.db
    .selectFrom('mail_deliveries')
    .select('raw_hash')
    .where('inbox_id', '=', inbox_id)
    .where('source', '=', 'imap')
    .where(
      'raw_hash',
      'in',
      kept.map(({ raw_hash }) => raw_hash),
    )
    .execute()
  return new Set(rows.map(({ raw_hash }) => raw_hash.toString('hex')))
}

async function recordOne(tx: Tx, cursor: Cursor, mail: Kept): Promise<void> {
  const historical = isHistorical(cursor, mail)
  const id = await recordDelivery(tx, {
    inbox_id: cursor.inbox_id,
    source: 'imap',
    envelope: { peer: null, helo: null, from: null, recipients: [] },
    raw_hash: mail.raw_hash,
    raw_size: mail.raw_size,
    historical,
    ...(historical && mail.arrived < tx.now && { received_at: mail.arrived }),
    imap_folder: cursor.folder,
    imap_uidvalidity: cursor.uidvalidity ?? 0,
    imap_uid: mail.uid,
  })
  // Its reading job finds nothing to do.
  if (id !== null && mail.refusal) await quarantine(tx, id, mail.refusal)
}
