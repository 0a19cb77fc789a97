import { createHash } from 'node:crypto'
import { messageIds } from '@parley/mail/headers'
import type { FetchQueryObject } from 'imapflow'
import { storeRawMail } from '../ledger/raw-mail.ts'
import { createTombstoneHashers, findErasedItems } from '../ledger/tombstones.ts'
import type { Cursor } from './cursor.ts'
import type { ImapDeps } from './imap-client.ts'
import type { OpenMailbox } from './open-mailbox.ts'
import type { ListedMail } from './sync-scope.ts'

/** A message whose raw bytes are stored. `refusal` says why it is incomplete. Erased messages are not stored. */
export type FetchedMail = ListedMail & {
  raw_hash: Buffer
  raw_size: number
  refusal: string | null
  erased: boolean
}

/** Fetches sizes and dates, and the Message-ID if it is needed to recognise messages. */
export async function listMails(
  mailbox: OpenMailbox,
  uids: number[],
  { with_message_id }: { with_message_id: boolean },
): Promise<ListedMail[]> {
  const query = { size: true, internalDate: true, envelope: with_message_id }
  const { messages, withheld } = await mailbox.fetch(uids, query)
  return [
    ...[...messages.values()].map(({ uid, size = 0, internalDate, envelope }) => ({
      uid,
      size,
      arrived_at: internalDate ? new Date(internalDate) : null,
      message_id: messageIds(envelope?.messageId ?? '')[0] ?? null,
    })),
    // Still in the mailbox, so it gets a chance to be fetched in full.
    ...withheld.map((uid) => ({ uid, size: 0, arrived_at: null, message_id: null })),
  ].sort((a, b) => a.uid - b.uid)
}

/**
 * Fetches and stores mails. For a mail that is too large only the header is stored: it stays in the mailbox, and the
 * ledger says so.
 */
export async function fetchMails(
  deps: ImapDeps,
  mailbox: OpenMailbox,
  cursor: Cursor,
  batch: ListedMail[],
  maxBytes: number,
): Promise<FetchedMail[]> {
  const tooLarge = `This email is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB. It is still in the mailbox; only its header was read`
  const small = batch.filter(({ size }) => size <= maxBytes)
  const large = batch.filter(({ size }) => size > maxBytes)
  const fetched = [
    ...(await fetchEach(mailbox, small, { source: true })).map(({ mail, row }) => ({
      mail,
      raw: row.source,
      refusal: null,
    })),
    ...(await fetchEach(mailbox, large, { headers: true })).map(({ mail, row }) => ({
      mail,
      raw: row.headers,
      refusal: tooLarge,
    })),
  ]
  const hashed = fetched.map(({ mail, raw, refusal }) => {
    if (!raw) throw new Error('The mail server responded without the email')
    return { ...mail, raw, raw_hash: createHash('sha256').update(raw).digest(), refusal }
  })
  const hashers = createTombstoneHashers(deps.secrets, cursor.inbox_id)
  const erased = await findErasedItems(
    deps.db,
    cursor.inbox_id,
    'content_hash',
    hashed.flatMap(({ uid, raw_hash }) =>
      hashers.map((hasher) => ({ item: uid, hash: hasher.content(raw_hash) })),
    ),
  )
  const stored: FetchedMail[] = []
  for (const { raw, ...mail } of hashed) {
    if (!erased.has(mail.uid)) await storeRawMail(deps.files.mail, raw)
    stored.push({ ...mail, raw_size: mail.size || raw.length, erased: erased.has(mail.uid) })
  }
  return stored.sort((a, b) => a.uid - b.uid)
}

/** Skips messages expunged since they were listed. */
async function fetchEach(mailbox: OpenMailbox, mails: ListedMail[], query: FetchQueryObject) {
  if (mails.length === 0) return []
  const { messages, withheld } = await mailbox.fetch(
    mails.map(({ uid }) => uid),
    query,
  )
  if (withheld.length > 0)
    throw new Error(`The mail server lists ${withheld.length} emails that it doesn’t return`)
  return mails.flatMap((mail) => {
    const row = messages.get(mail.uid)
    return row ? [{ mail, row }] : []
  })
}
