import type { Jobs } from '../../jobs/queue.ts'
import type { Consumer, ConsumerDeps } from '../../spine/consumer.ts'
import { addUpJob, addUpStep } from './add-up-anew.ts'
import { reportsReader } from './reader.ts'

/** Counts what happens, and adds it up (docs/decisions/0037). */
export const reportsEngine = ({ act, system }: ConsumerDeps): { readers: Consumer[]; jobs: Jobs } => ({
  readers: [reportsReader],
  jobs: { [addUpJob]: () => act(system, addUpStep) },
})
