/** Resource limits of a task. Its process is killed beyond any of these. */
export type TaskLimits = {
  /** CPU time, which does not depend on how busy the machine is. */
  cpu_ms: number
  /** Resident memory of the whole process, in MB. */
  memory_mb: number
}

type Task<Input, Output> = {
  limits: TaskLimits
  run(input: Input): Promise<Output>
}

/** Tasks by name. Inputs and outputs cross a process boundary: plain data and bytes only. */
export type TaskRegistry = Record<string, Task<never, unknown>>

export type InputOf<T> = T extends Task<infer Input, unknown> ? Input : never
export type OutputOf<T> = T extends Task<never, infer Output> ? Output : never

export type TaskRequest = { name: string; input: unknown }
/** Sent once, after the process has loaded its tasks. */
export const readyMessage = 'ready'
export type TaskReply =
  | { ok: true; output: unknown; rss_mb: number }
  | { ok: false; error: string; is_final: boolean; rss_mb: number }

/** Thrown by a task if its input is at fault: the same input would fail again. */
export class TaskRejected extends Error {
  override name = 'TaskRejected'
}

/** Signals with which the watchdog kills the process. They are the only thing a killed process can still report. */
export const limitSignals = { cpu: 'SIGALRM', memory: 'SIGUSR2' } as const
