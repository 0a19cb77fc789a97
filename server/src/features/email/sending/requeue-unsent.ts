import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/transaction.ts'
import { sendScheduledJobKey } from '../../conversations/scheduled-replies.ts'
import { releaseJobKey } from '../../messages/held/hold-reply.ts'
import { isInLists, noticeExpiredClaims } from './message-claim.ts'

/** Requeues replies whose claim was abandoned. */
export async function takeOverClaims(tx: Tx): Promise<void> {
  await noticeExpiredClaims(tx)
  await enqueueAll(
    tx,
    sql`m.status = 'sending' and m.claimed_until <= ${tx.now} and m.next_attempt_at <= ${tx.now}`,
  )
}

/** The same, and what is overdue for so long that its job must be lost. */
export async function requeueUnsent(tx: Tx, overdue_ms: number): Promise<void> {
  await takeOverClaims(tx)
  const dueBefore = new Date(tx.now.getTime() - overdue_ms)
  await enqueueAll(
    tx,
    sql`m.status = 'pending' and greatest(coalesce(m.next_attempt_at, m.created_at), m.held_until) <= ${dueBefore}`,
  )
  const held = await tx.db
    .selectFrom('held_sends')
    .select('id')
    .where('undone_at', 'is', null)
    .where('held_until', '<=', dueBefore)
    .limit(1000)
    .execute()
  for (const { id } of held) await tx.enqueue('release_send', { id }, { key: releaseJobKey(id) })
  const scheduled = await tx.db
    .selectFrom('scheduled_replies')
    .select('id')
    .where('cancelled_at', 'is', null)
    .where('on_hold_since', 'is', null)
    .where('send_at', '<=', dueBefore)
    .limit(1000)
    .execute()
  for (const { id } of scheduled)
    await tx.enqueue('send_scheduled_reply', { id }, { key: sendScheduledJobKey(id) })
}

/** Those of them that aren't in the trash. */
async function enqueueAll(tx: Tx, condition: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select m.id from messages m where ${isInLists} and m.status in ('pending', 'sending') and ${condition}
    order by m.id limit 1000`.execute(tx.db)
  for (const { id } of rows) await tx.enqueue('send_message', { id }, { key: `send_message:${id}` })
}
