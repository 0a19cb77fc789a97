import type { Tx } from '../../../db/transaction.ts'
import type { Added } from './add-to-centre.ts'

export const pushJob = 'push_notification'
/** What is undone or read within this time is not pushed, and events in quick succession are pushed once. In milliseconds. */
export const pushDelayMs = 3_000

/** Pushes the notifications to the browsers of those who have any. */
export async function enqueuePushes(tx: Tx, added: readonly Added[]): Promise<void> {
  if (added.length === 0) return
  const rows = await tx.db
    .selectFrom('push_subscriptions')
    .select('agent_id')
    .distinct()
    .where(
      'agent_id',
      'in',
      added.map(({ recipient }) => recipient.id),
    )
    .execute()
  const withBrowser = new Set(rows.map(({ agent_id }) => agent_id))
  const pushed = added.filter(({ recipient }) => withBrowser.has(recipient.id))
  if (pushed.length === 0) return
  const run_at = new Date(tx.now.getTime() + pushDelayMs)
  await tx.enqueueAll(
    pushJob,
    pushed.map(({ id }) => ({ payload: { id }, key: `push:${id}`, run_at })),
  )
}
