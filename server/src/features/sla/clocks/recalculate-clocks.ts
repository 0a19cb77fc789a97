import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/transaction.ts'
import { updateClocksJob, updateClocksJobKey } from './update-clocks.ts'

export const recalculateJob = 'recount_sla'

/** The conversations affected by an administrator's change. */
export type RecalculationScope = { of: 'policy' | 'team' | 'status' | 'all'; id: number }

/** A page that can be queued quickly. */
const pageSize = 200

/** Recomputes all of them, one page of jobs at a time. A second change restarts from the beginning. */
export const startRecalculation = (tx: Tx, scope: RecalculationScope): Promise<void> =>
  enqueuePage(tx, scope, 0)

/** Job: queues a page of conversations, then the next page. */
export async function recalculatePage(
  tx: Tx,
  { scope, after }: { scope: RecalculationScope; after: number },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select c.id from conversations c
    where c.id > ${after} and ${conversationsIn(scope)} order by c.id limit ${pageSize}`.execute(tx.db)
  const last = rows.at(-1)
  if (!last) return
  await tx.enqueueAll(
    updateClocksJob,
    rows.map(({ id }) => ({ payload: { id }, key: updateClocksJobKey(id) })),
  )
  if (rows.length === pageSize) await enqueuePage(tx, scope, last.id)
}

const enqueuePage = (tx: Tx, scope: RecalculationScope, after: number): Promise<void> =>
  tx.enqueue(recalculateJob, { scope, after }, { key: `${recalculateJob}:${scope.of}:${scope.id}` })

/** Paused conversations are recomputed when they resume, closed ones when they are reopened. */
function conversationsIn({ of, id }: RecalculationScope): RawBuilder<boolean> {
  const isRunning = sql`c.next_sla_deadline_at is not null`
  switch (of) {
    case 'policy':
      // A target that was added to the policy starts as well.
      return sql`c.sla_policy_id = ${id} and c.status_category = 'open'`
    case 'team':
      return sql`c.assigned_team_id = ${id} and ${isRunning}`
    case 'status':
      return sql`c.status_id = ${id} and c.applied_sla_id is not null`
    case 'all':
      return sql`${isRunning}`
  }
}
