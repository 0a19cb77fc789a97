import type { Actor } from '../../actor.ts'
import type { Act } from '../../db/transaction.ts'
import type { Jobs } from '../../jobs/queue.ts'
import type { Consumer } from '../../spine/consumer.ts'
import { createAutomationConsumer } from './automation-consumer.ts'
import { backfillJob, backfillNextBatch } from './triggers/backfill-time-rule.ts'
import { type TimeRuleTimer, timeRuleJob } from './triggers/schedule-time-rules.ts'
import { runTimeRule } from './triggers/time-rule-job.ts'

/** Automation rules: triggered by events or by time. */
export const automationEngine = ({
  act,
  system,
  root_url,
}: {
  act: Act
  system: Actor
  root_url: string
}): { consumers: Consumer[]; jobs: Jobs } => ({
  consumers: [createAutomationConsumer(root_url)],
  jobs: {
    [timeRuleJob]: (payload) => act(system, (tx) => runTimeRule(tx, payload as TimeRuleTimer, root_url)), // as setTimers wrote it
    [backfillJob]: ({ rule_id, below }) =>
      act(system, (tx) => backfillNextBatch(tx, Number(rule_id), below === null ? null : Number(below))),
  },
})
