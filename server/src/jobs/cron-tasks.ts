import { type ParsedCronItem, parseCronItems } from 'graphile-worker'
import type { Leases } from '../nodes/leases.ts'
import { runExclusiveJob } from './periodic-tasks.ts'
import type { Jobs } from './queue.ts'

export type CronTask = {
  /** Also names its job and its lease, which nodes of another version know: a new name lets both run it at a time. */
  name: string
  /** Minute, hour, day, month and weekday, in UTC. */
  schedule: string
  run(): Promise<unknown>
}

const hourMs = 3_600_000

/** The queue adds a job at each time once, whichever node comes first; also at start if a time of the last hour was missed. */
export const toCronItems = (tasks: CronTask[]): ParsedCronItem[] =>
  parseCronItems(
    tasks.map(({ name, schedule }) => ({
      task: name,
      match: schedule,
      // Replaces one that has not run yet.
      options: { jobKey: name, backfillPeriod: hourMs },
    })),
  )

/** One job at a time runs a task; the next one waits. */
export const toCronJobs = (leases: Leases, tasks: CronTask[]): Jobs =>
  Object.fromEntries(tasks.map((task) => [task.name, () => runExclusiveJob(leases, task)]))
