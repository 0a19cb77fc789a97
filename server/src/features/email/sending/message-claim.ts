import { createMessageId, createToken } from '@parley/mail/conversation-token'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Secrets } from '../../../secrets.ts'
import type { MessageRow } from '../../messages/insert-message.ts'
import { deriveTokenKeys } from '../token-keys.ts'

export type ClaimedMessage = MessageRow & { source_id: string }

/** A worker that died is noticed after this long; one that lives renews its claim well before. */
const claimTtlMs = 30_000
export const claimRenewIntervalMs = 10_000

/**
 * Takes a reply for sending, or null when it is not to be sent now: sent already, held, waiting for its next try, or somebody else is
 * at it. Its Message-ID is known from here on, so that an answer that arrives before our own note still joins; a later try has the same.
 */
export async function claimMessage(tx: Tx, secrets: Secrets, id: number): Promise<ClaimedMessage | null> {
  const found = await tx.db
    .selectFrom('messages as m')
    .innerJoin('inboxes as i', 'i.id', 'm.inbox_id')
    .selectAll('m')
    .select('i.address as inbox_address')
    .where('m.id', '=', id)
    .where('m.type', '=', 'outgoing')
    .where('m.private', '=', false)
    .forNoKeyUpdate('m')
    .executeTakeFirst()
  if (!found || !isDue(found, tx.now)) return null
  const source_id = found.source_id ?? createSignedMessageId(found, secrets)
  const claimed = await tx.db
    .updateTable('messages')
    .set({
      status: 'sending',
      claimed_until: new Date(tx.now.getTime() + claimTtlMs),
      attempts: sql<number>`attempts + 1`,
      next_attempt_at: null,
      held_until: null,
      source_id,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.db
    .insertInto('thread_ids')
    .values({ source_id, conversation_id: found.conversation_id, inbox_id: found.inbox_id, message_id: id })
    .onConflict((conflict) =>
      conflict.columns(['source_id', 'conversation_id']).doUpdateSet({ message_id: id }),
    )
    .execute()
  return { ...claimed, source_id }
}

/** Keeps a claim while the mail is on its way. A claim that somebody else took over stays theirs. */
export async function renewClaim(db: Db, { id, attempts }: ClaimedMessage, now: Date): Promise<void> {
  await db
    .updateTable('messages')
    .set({ claimed_until: new Date(now.getTime() + claimTtlMs) })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .where('attempts', '=', attempts)
    .execute()
}

function isDue(m: MessageRow, now: Date): boolean {
  if (m.status === 'sending') return m.claimed_until !== null && m.claimed_until <= now
  const isLater = (at: Date | null) => at !== null && at > now
  return m.status === 'pending' && !isLater(m.held_until) && !isLater(m.next_attempt_at)
}

function createSignedMessageId(m: MessageRow & { inbox_address: string }, secrets: Secrets): string {
  const [key] = deriveTokenKeys(secrets)
  const token = createToken({ ...key, conversation_id: m.conversation_id })
  const domain = m.inbox_address.slice(m.inbox_address.lastIndexOf('@') + 1)
  return createMessageId({ token, unique: m.uuid.replaceAll('-', ''), domain })
}
