import { z } from 'zod'
import type { Tx } from '../../db/transact.ts'
import type { Jobs } from '../../jobs/queue.ts'
import type { Consumer, ConsumerDeps } from '../../spine/consumer.ts'
import { keepDue, keepJob } from './keep.ts'
import { slaReader } from './reader.ts'
import { recountJob, recountPage } from './recount.ts'
import { applyTeamPolicy, teamJob } from './team-policy.ts'

const Cause = z.object({ id: z.int(), depth: z.int() }).optional()
const Keep = z.object({ id: z.int(), cause: Cause })
const OfTeam = z.object({ id: z.int(), at: z.coerce.date(), cause: Cause })
const Page = z.object({
  scope: z.object({ of: z.enum(['policy', 'team', 'status', 'all']), id: z.int() }),
  after: z.int(),
})

/** Promises what teams promise, and keeps every clock to the instant. */
export function slaEngine({ act, system }: ConsumerDeps): { readers: Consumer[]; jobs: Jobs } {
  const following = (cause: z.output<typeof Cause>, work: (tx: Tx) => Promise<void>) =>
    act(cause ? { ...system, cause } : system, work)
  return {
    readers: [slaReader],
    jobs: {
      [keepJob]: (payload) => {
        const { id, cause } = Keep.parse(payload)
        return following(cause, (tx) => keepDue(tx, id))
      },
      [teamJob]: (payload) => {
        const { id, at, cause } = OfTeam.parse(payload)
        return following(cause, (tx) => applyTeamPolicy(tx, id, at))
      },
      [recountJob]: (payload) => act(system, (tx) => recountPage(tx, Page.parse(payload))),
    },
  }
}
