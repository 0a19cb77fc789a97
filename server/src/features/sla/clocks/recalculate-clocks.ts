import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/transaction.ts'
import { updateClocksJob, updateClocksJobKey } from './update-clocks.ts'

export const recalculateJob = 'recount_sla'

/** Whose clocks an administrator's change moves. */
export type RecalculationScope = { of: 'policy' | 'team' | 'status' | 'all'; id: number }

/** As many at once as take a moment to queue. */
const pageSize = 200

/** Has them worked out afresh, however many there are: a page of jobs at a time. A second change begins from the start. */
export const startRecalculation = (tx: Tx, scope: RecalculationScope): Promise<void> =>
  enqueuePage(tx, scope, 0)

/** Job: queues a page of conversations, and the page after it. */
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

/** What waits is worked out when it goes on, and what is closed when it is opened again. */
function conversationsIn({ of, id }: RecalculationScope): RawBuilder<boolean> {
  const isRunning = sql`c.next_sla_deadline_at is not null`
  switch (of) {
    case 'policy':
      // A time that was not promised before begins as well.
      return sql`c.sla_policy_id = ${id} and c.status_category = 'open'`
    case 'team':
      return sql`c.assigned_team_id = ${id} and ${isRunning}`
    case 'status':
      return sql`c.status_id = ${id} and c.applied_sla_id is not null`
    case 'all':
      return sql`${isRunning}`
  }
}
