import type { Jobs } from '../../jobs/queue.ts'
import type { Consumer, ConsumerDeps } from '../../spine/consumer.ts'
import { reportsConsumer } from './events/reports-consumer.ts'
import { rebuildJob, rebuildStep } from './rollups/rebuild-rollups.ts'

/** Counts events for reports and adds them to rollups (docs/decisions/0033-reports.md). */
export const reportsEngine = ({ act, system }: ConsumerDeps): { consumers: Consumer[]; jobs: Jobs } => ({
  consumers: [reportsConsumer],
  jobs: { [rebuildJob]: () => act(system, rebuildStep) },
})
