import type { Log } from '../log.ts'
import type { Leases } from '../nodes/leases.ts'

export type PeriodicTask = {
  name: string
  every_ms: number
  run(): Promise<unknown>
}

/**
 * Runs housekeeping at intervals of less than a minute; `cron-tasks.ts` has the rest. Every worker node has the timers; a lease
 * lets only one run a task at a time. A failed task is retried at the next interval, so each must be able to start over.
 */
export function startPeriodicTasks(
  leases: Leases,
  log: Log,
  tasks: PeriodicTask[],
): { stop(): Promise<void> } {
  const running = new Set<Promise<void>>()
  const timers = tasks.map((task) => {
    let busy = false
    const runTask = async () => {
      if (busy) return
      busy = true
      try {
        await runExclusively(leases, task)
      } catch (error) {
        log.warn(
          { task: task.name, reason: (error as Error).message },
          'a periodic task failed and will be retried',
        )
      } finally {
        busy = false
      }
    }
    const startTask = () => {
      const done = runTask().finally(() => running.delete(done))
      running.add(done)
    }
    return setInterval(startTask, task.every_ms)
  })
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running)
    },
  }
}

type Task = Pick<PeriodicTask, 'name' | 'run'>

/** Runs a task. Returns false if it was already running, here or on another node. */
async function runExclusively(leases: Leases, task: Task): Promise<boolean> {
  const lease = await leases.acquire(`task ${task.name}`)
  if (!lease) return false
  try {
    await task.run()
    return true
  } finally {
    await lease.release()
  }
}

/**
 * The same as a job, which is retried if the task is already running: its node may have been killed or lost its database a moment ago,
 * and the lease holds on for some seconds.
 */
export async function runExclusiveJob(leases: Leases, task: Task): Promise<void> {
  if (!(await runExclusively(leases, task))) throw new Error(`“${task.name}” is already running`)
}
