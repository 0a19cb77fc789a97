import { type ChildProcess, fork } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { limitSignals, readyMessage, type TaskReply, type TaskRequest } from './protocol.ts'
import { SandboxError } from './sandbox-error.ts'

/** `start_ms`: how long the process may take until it is ready. */
export type ChildOptions = { entry: URL | undefined; start_ms?: number }

export type SandboxChild = {
  readonly pid: number | undefined
  readonly is_alive: boolean
  /** Resident memory after the last task. */
  readonly rss_mb: number
  /**
   * The time begins when the process is ready.
   * @throws SandboxError if the process ends before it answers
   */
  run(request: TaskRequest, time_ms: number): Promise<TaskReply>
  kill(): Promise<void>
}

/** Generous: how long a start takes depends on the machine, not on a file. */
const startMs = 60_000

/**
 * Starts a sandboxed process: no secrets in its environment, no permission to write files or start programs, and low
 * CPU priority.
 */
export function startChild({ entry, start_ms = startMs }: ChildOptions): SandboxChild {
  const child = fork(entry ?? new URL('./sandbox-entry.ts', import.meta.url), [], {
    env: childEnvironment(),
    execArgv: [
      '--no-warnings',
      '--max-old-space-size=128',
      '--permission',
      '--allow-fs-read=*',
      '--allow-addons',
      '--allow-worker',
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const ended = new Promise<SandboxError>((resolve) => {
    child.once('error', (error) => resolve(new SandboxError('unavailable', error.message)))
    child.once('close', (code, signal) => resolve(exitError({ code, signal, has_started }, stderrTail())))
  })
  const stderrTail = captureStderr(child)
  preferAsOomVictim(child)
  let rss_mb = 0
  let is_alive = true
  let has_started = false
  const { promise: startEnded, resolve: endStart } = Promise.withResolvers<void>()
  const startTimer = setTimeout(() => child.kill('SIGKILL'), start_ms)
  void startEnded.then(() => clearTimeout(startTimer))
  // Racing each reply with `ended` instead would keep all replies in memory until the process ends.
  let settle = (_outcome: TaskReply | SandboxError) => {}
  child.on('message', (message: TaskReply | typeof readyMessage) => {
    if (message !== readyMessage) return settle(message)
    has_started = true
    endStart()
    void lowerPriority(child)
  })
  void ended.then((error) => {
    is_alive = false
    endStart()
    settle(error)
  })

  return {
    get pid() {
      return child.pid
    },
    get is_alive() {
      return is_alive
    },
    get rss_mb() {
      return rss_mb
    },
    async run(request, time_ms) {
      await startEnded
      if (!is_alive) throw await ended
      const timer = setTimeout(() => child.kill('SIGKILL'), time_ms)
      const outcome = await new Promise<TaskReply | SandboxError>((resolve) => {
        settle = resolve
        // If sending fails, the process is gone, and `ended` resolves.
        child.send(request, () => {})
      })
      clearTimeout(timer)
      if (outcome instanceof SandboxError) throw outcome
      rss_mb = outcome.rss_mb
      return outcome
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function childEnvironment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env // required to start processes on Windows
  return { UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2', ...(SystemRoot && { SystemRoot }) }
}

/** Makes Linux kill this process rather than the server when memory runs out. */
function preferAsOomVictim({ pid }: ChildProcess): void {
  if (process.platform === 'linux' && pid !== undefined)
    writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => {})
}

/** Lowers the priority from the first task on, but not during start-up, which the caller waits for. */
async function lowerPriority({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined) return
  // Linux has priorities per thread; later threads inherit that of the main thread.
  const threads =
    process.platform === 'linux' ? await readdir(`/proc/${pid}/task`).catch(() => []) : [String(pid)]
  for (const thread of threads) {
    try {
      setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // The thread already ended.
    }
  }
}

/** Keeps the end of the error output, to explain why a process could not start. */
function captureStderr(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-1_000)
  })
  return () => text.trim()
}

const crashSignals: readonly (string | null)[] = [
  'SIGSEGV',
  'SIGABRT',
  'SIGBUS',
  'SIGILL',
  'SIGFPE',
  'SIGTRAP',
]

type ExitInfo = { code: number | null; signal: string | null; has_started: boolean }

function exitError({ code, signal, has_started }: ExitInfo, stderrTail: string): SandboxError {
  if (signal === limitSignals.memory) return new SandboxError('memory', 'It took too much memory')
  if (signal === limitSignals.cpu) return new SandboxError('time', 'It took too long')
  const description = `The process ended (${signal ?? code}). ${stderrTail}`.trim()
  // An external signal such as SIGKILL is not caused by the input, and neither is a process that never started.
  const hasCrashed = has_started && (signal === null || crashSignals.includes(signal))
  return new SandboxError(hasCrashed ? 'crashed' : 'unavailable', description)
}
