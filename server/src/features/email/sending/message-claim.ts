import { createMessageId, createToken } from '@parley/mail/conversation-token'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Tx } from '../../../db/transaction.ts'
import { takeOverInterval } from '../../../nodes/alive.ts'
import type { Secrets } from '../../../secrets.ts'
import type { MessageRow } from '../../conversations/timeline/insert-message.ts'
import { deriveTokenKeys } from '../token-keys.ts'

export type ClaimedMessage = MessageRow & { source_id: string }

/** A claim expires after this time, or when its node is gone; a live worker renews its own well before. */
const claimTtlMs = 30_000
export const claimRenewIntervalMs = 10_000
/**
 * Between noticing an expired claim and taking it over. After a database outage, the worker that may have handed the reply over
 * records that first: it retries every 2 s, connecting takes it 10 s at most, and a renewal takes the notice back.
 */
const takeoverDelayMs = 15_000

/** Replies of merged conversations are sent for the one that they are read in. Used with `messages m`. */
export const isInLists = sql<boolean>`not exists (
  select from conversations c join conversations root on root.id = coalesce(c.merge_root_id, c.id)
  where c.id = m.conversation_id and root.deleted_at is not null)`

/**
 * Claims a reply for sending. Null if it should not be sent now: already sent, held, waiting for a retry, claimed by
 * another worker, or of a conversation in the trash, which queues it again when it is restored. Its Message-ID is stored from here on, so that an answer that arrives before we record the send
 * still joins; retries use the same id.
 */
export async function claimMessage(
  tx: Tx,
  secrets: Secrets,
  id: number,
  node_id: string | null,
): Promise<ClaimedMessage | null> {
  const message = await tx.db
    .selectFrom('messages as m')
    .innerJoin('inboxes as i', 'i.id', 'm.inbox_id')
    .where(isInLists)
    .selectAll('m')
    .select('i.address as inbox_address')
    .where('m.id', '=', id)
    .where('m.type', '=', 'outgoing')
    .where('m.sender_type', '=', 'agent')
    .where((eb) => eb.or([eb('m.private', '=', false), eb('m.side_thread_id', 'is not', null)]))
    .forNoKeyUpdate('m')
    .executeTakeFirst()
  if (!message || !isDue(message, tx.now)) return null
  const source_id = await ensureMessageId(tx, secrets, message)
  const claimed = await tx.db
    .updateTable('messages')
    .set({
      status: 'sending',
      claimed_until: new Date(tx.now.getTime() + claimTtlMs),
      claimed_by: node_id,
      attempts: sql<number>`attempts + 1`,
      next_attempt_at: null,
      held_until: null,
      // The id of an email to third parties is in side_thread_ids only: nothing may cite it to the customer.
      ...(message.side_thread_id === null && { source_id }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...claimed, source_id }
}

type Claimable = MessageRow & { inbox_address: string }

async function ensureMessageId(tx: Tx, secrets: Secrets, message: Claimable): Promise<string> {
  if (message.side_thread_id !== null)
    return ensureSideMessageId(tx, secrets, message, message.side_thread_id)
  const { id: message_id, conversation_id, inbox_id } = message
  const [key] = deriveTokenKeys(secrets)
  const source_id =
    message.source_id ?? createSignedMessageId(message, createToken({ ...key, conversation_id }))
  await tx.db
    .insertInto('thread_ids')
    .values({ source_id, conversation_id, inbox_id, message_id })
    .onConflict((conflict) => conflict.columns(['source_id', 'conversation_id']).doUpdateSet({ message_id }))
    .execute()
  return source_id
}

async function ensureSideMessageId(
  tx: Tx,
  secrets: Secrets,
  message: Claimable,
  side_thread_id: number,
): Promise<string> {
  const existing = await tx.db
    .selectFrom('side_thread_ids')
    .select('source_id')
    .where('message_id', '=', message.id)
    .executeTakeFirst()
  if (existing) return existing.source_id
  const [, key] = deriveTokenKeys(secrets)
  const source_id = createSignedMessageId(message, createToken({ ...key, side_thread_id }))
  await tx.db
    .insertInto('side_thread_ids')
    .values({ source_id, side_thread_id, message_id: message.id })
    .execute()
  return source_id
}

/** Extends a claim while the mail is being sent. Does nothing if another worker took over the claim. */
export async function renewClaim(db: Db, { id, attempts }: ClaimedMessage, now: Date): Promise<void> {
  await db
    .updateTable('messages')
    .set({ claimed_until: new Date(now.getTime() + claimTtlMs), next_attempt_at: null })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .where('attempts', '=', attempts)
    .execute()
}

const isNodeGone = sql<boolean>`claimed_by is not null and not exists (
  select from nodes where id = claimed_by and seen_at > clock_timestamp() - ${sql.raw(takeOverInterval)})`

/**
 * Sets when claims that expired, or whose node is gone, may be taken over. Counted from now and not from then: as long as the database was
 * away, no worker could renew its claim, and no node its registration.
 */
export async function noticeExpiredClaims(tx: Tx): Promise<void> {
  await tx.db
    .updateTable('messages')
    .set({
      claimed_until: sql<Date>`least(claimed_until, ${tx.now})`,
      next_attempt_at: new Date(tx.now.getTime() + takeoverDelayMs),
    })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('messages')
        .select('id')
        .where('status', '=', 'sending')
        .where((eb) => eb.or([eb('claimed_until', '<=', tx.now), isNodeGone]))
        .where('next_attempt_at', 'is', null)
        // One that is locked is probably being recorded.
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .execute()
}

function isDue(m: MessageRow, now: Date): boolean {
  const isLater = (time: Date | null) => time !== null && time > now
  if (m.status === 'sending')
    return m.next_attempt_at !== null && !isLater(m.next_attempt_at) && !isLater(m.claimed_until)
  return m.status === 'pending' && !isLater(m.held_until) && !isLater(m.next_attempt_at)
}

function createSignedMessageId(m: Claimable, token: string): string {
  const domain = m.inbox_address.slice(m.inbox_address.lastIndexOf('@') + 1)
  return createMessageId({ token, unique: m.uuid.replaceAll('-', ''), domain })
}
