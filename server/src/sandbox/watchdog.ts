import { Worker } from 'node:worker_threads'
import type { TaskLimits } from './protocol.ts'

/** Shared with the thread: whether a task is running, and its limits. */
export type WatchdogState = { running: Int32Array; limits: Float64Array }

/**
 * Enforces a task's limits from a separate thread, because a task may block the main thread. Works on every system,
 * unlike kernel limits. The thread sleeps while no task runs.
 */
export function startWatchdog() {
  const state: WatchdogState = {
    running: new Int32Array(new SharedArrayBuffer(4)),
    limits: new Float64Array(new SharedArrayBuffer(16)),
  }
  new Worker(new URL('./watchdog-thread.ts', import.meta.url), { workerData: state }).unref()
  const setRunning = (running: 0 | 1) => {
    Atomics.store(state.running, 0, running)
    Atomics.notify(state.running, 0)
  }
  return {
    begin({ cpu_ms, memory_mb }: TaskLimits): void {
      const { user, system } = process.cpuUsage()
      state.limits[0] = user + system + cpu_ms * 1000
      state.limits[1] = memory_mb * 1024 * 1024
      setRunning(1)
    },
    end: () => setRunning(0),
  }
}
