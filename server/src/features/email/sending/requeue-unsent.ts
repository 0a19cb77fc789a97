import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/transaction.ts'
import { sendScheduledJobKey } from '../../conversations/scheduled-replies.ts'
import { releaseJobKey } from '../../messages/held/hold-reply.ts'
import { isInLists, noticeExpiredClaims } from './message-claim.ts'

/** Requeues replies whose claim was abandoned. */
export async function takeOverClaims(tx: Tx): Promise<void> {
  await noticeExpiredClaims(tx)
  await enqueueMessages(
    tx,
    sql`m.status = 'sending' and m.claimed_until <= ${tx.now} and m.next_attempt_at <= ${tx.now}`,
  )
}

/** The same, and what is overdue for so long that its job may be lost. */
export async function requeueUnsent(tx: Tx, overdue_ms: number): Promise<void> {
  await takeOverClaims(tx)
  const dueBefore = new Date(tx.now.getTime() - overdue_ms)
  await enqueueMessages(
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
  await enqueueEach(tx, 'release_send', held, releaseJobKey)
  const scheduled = await tx.db
    .selectFrom('scheduled_replies')
    .select('id')
    .where('cancelled_at', 'is', null)
    .where('on_hold_since', 'is', null)
    .where('send_at', '<=', dueBefore)
    .limit(1000)
    .execute()
  await enqueueEach(tx, 'send_scheduled_reply', scheduled, sendScheduledJobKey)
}

/** Those of them that aren't in the trash. */
async function enqueueMessages(tx: Tx, condition: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select m.id from messages m where ${isInLists} and m.status in ('pending', 'sending') and ${condition}
    order by m.id limit 1000`.execute(tx.db)
  await enqueueEach(tx, 'send_message', rows, (id) => `send_message:${id}`)
}

const enqueueEach = async (
  tx: Tx,
  task: string,
  rows: readonly { id: number }[],
  keyOf: (id: number) => string,
) => {
  if (rows.length > 0)
    await tx.enqueueAll(
      task,
      rows.map(({ id }) => ({ payload: { id }, key: keyOf(id) })),
    )
}
