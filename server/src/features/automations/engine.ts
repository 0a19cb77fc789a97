import type { Actor } from '../../actor.ts'
import type { Act } from '../../db/transact.ts'
import type { Jobs } from '../../jobs/queue.ts'
import type { Consumer } from '../../spine/consumer.ts'
import { type Moment, momentJob } from './arm-events.ts'
import { armJob, armNext } from './arm-rule.ts'
import { comeToMoment } from './moment.ts'
import { automations } from './reader.ts'

/** Rules: what follows from events, and what comes by the clock. */
export const automationEngine = ({
  act,
  system,
  root_url,
}: {
  act: Act
  system: Actor
  root_url: string
}): { readers: Consumer[]; jobs: Jobs } => ({
  readers: [automations(root_url)],
  jobs: {
    [momentJob]: (payload) => act(system, (tx) => comeToMoment(tx, payload as Moment, root_url)), // as setClock wrote it
    [armJob]: ({ rule_id, below }) =>
      act(system, (tx) => armNext(tx, Number(rule_id), below === null ? null : Number(below))),
  },
})
