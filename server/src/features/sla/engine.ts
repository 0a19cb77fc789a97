import { z } from 'zod'
import type { Tx } from '../../db/transaction.ts'
import type { Jobs } from '../../jobs/queue.ts'
import type { Consumer, ConsumerDeps } from '../../spine/consumer.ts'
import { recalculateJob, recalculatePage } from './clocks/recalculate-clocks.ts'
import { updateClocksJob, updateDueClocks } from './clocks/update-clocks.ts'
import { applyTeamPolicy, teamPolicyJob } from './policies/team-policy.ts'
import { slaConsumer } from './sla-consumer.ts'

const CausePayload = z.object({ id: z.int(), depth: z.int() }).optional()
const UpdateClocksPayload = z.object({ id: z.int(), cause: CausePayload })
const TeamPolicyPayload = z.object({ id: z.int(), at: z.coerce.date(), cause: CausePayload })
const RecalculatePayload = z.object({
  scope: z.object({ of: z.enum(['policy', 'team', 'status', 'all']), id: z.int() }),
  after: z.int(),
})

/** Applies the policies of teams and keeps all SLA timers up to date. */
export function slaEngine({ act, system }: ConsumerDeps): { consumers: Consumer[]; jobs: Jobs } {
  const withCause = (cause: z.output<typeof CausePayload>, work: (tx: Tx) => Promise<void>) =>
    act(cause ? { ...system, cause } : system, work)
  return {
    consumers: [slaConsumer],
    jobs: {
      [updateClocksJob]: (payload) => {
        const { id, cause } = UpdateClocksPayload.parse(payload)
        return withCause(cause, (tx) => updateDueClocks(tx, id))
      },
      [teamPolicyJob]: (payload) => {
        const { id, at, cause } = TeamPolicyPayload.parse(payload)
        return withCause(cause, (tx) => applyTeamPolicy(tx, id, at))
      },
      [recalculateJob]: (payload) =>
        act(system, (tx) => recalculatePage(tx, RecalculatePayload.parse(payload))),
    },
  }
}
