import type { Log } from '../log.ts'
import { observe } from '../telemetry/operation.ts'
import { FairQueue } from './fair-queue.ts'
import type { InputOf, OutputOf, TaskRegistry, TaskReply } from './protocol.ts'
import { type ChildOptions, type SandboxChild, startChild } from './sandbox-child.ts'
import { SandboxError } from './sandbox-error.ts'
import type { Tasks } from './tasks.ts'

export type Sandbox<Registry extends TaskRegistry = Tasks> = {
  /**
   * Runs a task in the sandboxed process. Owners (`owner` is the caller) are served in turn. A task with the same
   * `key` as a queued or running one shares its result.
   * @throws SandboxError
   */
  run<Name extends keyof Registry & string>(
    name: Name,
    input: InputOf<Registry[Name]>,
    caller: { owner: string; key?: string },
  ): Promise<OutputOf<Registry[Name]>>
  /** Process id, while a process is running. */
  readonly pid: number | undefined
  stop(): Promise<void>
}

type SandboxOptions = Partial<ChildOptions> & {
  /** How long an idle process is kept. */
  idle_ms?: number
  /** Wall-clock limit per task, for tasks that hang without using CPU. */
  time_ms?: number
  max_waiting_per_owner?: number
}

type Job = {
  name: string
  input: unknown
  key: string | undefined
  promise: Promise<unknown>
  resolve(output: unknown): void
  reject(error: Error): void
}

/** Memory that a process may keep after a task; beyond that it is replaced. */
const maxIdleMb = 150

/**
 * Starts a sandbox: a child process for untrusted files, one task at a time. Whatever a file causes (time, memory, a
 * crash) costs only that task. The process starts with the first task and ends when idle.
 */
export function startSandbox<Registry extends TaskRegistry = Tasks>(
  log: Log,
  { idle_ms = 30_000, time_ms = 30_000, max_waiting_per_owner = 100, ...child_options }: SandboxOptions = {},
): Sandbox<Registry> {
  const queue = new FairQueue<Job>()
  const byKey = new Map<string, Job>()
  let child: SandboxChild | undefined
  let running: Job | undefined
  let idle: NodeJS.Timeout | undefined
  let stopped = false

  const runNext = () => {
    if (running || stopped) return
    running = queue.next()
    clearTimeout(idle)
    if (running) void runJob(running)
    else idle = setTimeout(retire, idle_ms).unref()
  }
  const runJob = async (job: Job) => {
    try {
      if (!child?.is_alive) child = startChild({ entry: undefined, ...child_options })
      const running = child
      job.resolve(
        await observe(
          { kind: 'sandbox_task', task: job.name },
          async () => outputOf(await running.run({ name: job.name, input: job.input }, time_ms)),
          { root: true },
        ),
      )
      if (child.rss_mb > maxIdleMb) retire()
    } catch (error) {
      log.info({ task: job.name, reason: (error as Error).message }, 'a sandboxed task failed')
      job.reject(stopped ? stoppingError() : (error as Error))
    }
    if (job.key) byKey.delete(job.key)
    running = undefined
    runNext()
  }
  const retire = () => {
    child?.kill()
    child = undefined
  }

  return {
    run(name, input, { owner, key }) {
      if (stopped) return Promise.reject(stoppingError())
      const id = key && `${name} ${key}`
      const existingJob = id ? byKey.get(id) : undefined
      if (!existingJob && queue.sizeOf(owner) >= max_waiting_per_owner)
        return Promise.reject(new SandboxError('busy', 'Too many files are waiting'))
      const job = existingJob ?? newJob(name, input, id)
      if (id) byKey.set(id, job)
      if (job !== running) queue.add(owner, job)
      runNext()
      return job.promise as Promise<OutputOf<Registry[typeof name]>> // the task with this name returns this type
    },
    get pid() {
      return child?.is_alive ? child.pid : undefined
    },
    async stop() {
      stopped = true
      clearTimeout(idle)
      for (let job = queue.next(); job; job = queue.next()) job.reject(stoppingError())
      await child?.kill()
    },
  }
}

const stoppingError = () => new SandboxError('stopping', 'The server is stopping')

function outputOf(reply: TaskReply): unknown {
  if (reply.ok) return reply.output
  throw new SandboxError(reply.is_final ? 'rejected' : 'error', reply.error)
}

function newJob(name: string, input: unknown, key: string | undefined): Job {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  // The caller may have given up by then.
  promise.catch(() => {})
  return { name, input, key, promise, resolve, reject }
}
