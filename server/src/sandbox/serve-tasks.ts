import {
  readyMessage,
  type TaskRegistry,
  TaskRejected,
  type TaskReply,
  type TaskRequest,
} from './protocol.ts'
import { startWatchdog } from './watchdog.ts'

/** Runs in the sandboxed process: executes one task at a time under its limits, and exits with its parent. */
export function serveTasks(tasks: TaskRegistry): void {
  const watchdog = startWatchdog()
  process.on('disconnect', () => process.exit())
  // Ctrl-C reaches the whole process group; the parent decides when this process ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('message', async (request: TaskRequest) => {
    const task = tasks[request.name]
    if (!task) throw new Error(`There is no task "${request.name}"`)
    watchdog.begin(task.limits)
    const result = await task.run(request.input as never).then(
      (output) => ({ ok: true as const, output }),
      (error: Error) => ({
        ok: false as const,
        error: error.message,
        is_final: error instanceof TaskRejected,
      }),
    )
    watchdog.end()
    const rss_mb = process.memoryUsage.rss() / 1024 / 1024
    process.send?.({ ...result, rss_mb } satisfies TaskReply)
  })
  process.send?.(readyMessage)
}
