import type { Jobs } from '../../jobs/queue.ts'
import type { Consumer, ConsumerDeps } from '../../spine/consumer.ts'
import { handOutBatch, handOutJob } from './hand-out.ts'
import { assignmentReader } from './reader.ts'

/** Hands conversations of teams out to their members (product-decisions 20, docs/decisions/0034). */
export const assignmentEngine = ({ act, system }: ConsumerDeps): { readers: Consumer[]; jobs: Jobs } => ({
  readers: [assignmentReader],
  jobs: {
    async [handOutJob]({ team_id }) {
      const leaving_out: number[] = []
      for (let done = false; !done; ) {
        const batch = await act(system, (tx) => handOutBatch(tx, Number(team_id), { leaving_out }))
        leaving_out.push(...batch.left)
        done = batch.done
      }
    },
  },
})
