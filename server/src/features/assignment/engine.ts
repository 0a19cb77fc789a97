import type { Jobs } from '../../jobs/queue.ts'
import type { Consumer, ConsumerDeps } from '../../spine/consumer.ts'
import { assignmentConsumer } from './assignment-consumer.ts'
import { assignBatch, autoAssignJob } from './auto-assign.ts'

/** Assigns conversations of teams to their members (docs/spec/product-decisions.md#automatic-assignment, docs/decisions/0030-automatic-assignment.md). */
export const assignmentEngine = ({ act, system }: ConsumerDeps): { consumers: Consumer[]; jobs: Jobs } => ({
  consumers: [assignmentConsumer],
  jobs: {
    async [autoAssignJob]({ team_id }) {
      const skipped: number[] = []
      for (let done = false; !done; ) {
        const batch = await act(system, (tx) => assignBatch(tx, Number(team_id), { skipped }))
        skipped.push(...batch.unassigned)
        done = batch.done
      }
    },
  },
})
