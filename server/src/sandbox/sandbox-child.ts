import { type ChildProcess, fork } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { limitSignals, readyMessage, type TaskReply, type TaskRequest } from './protocol.ts'
import { SandboxError } from './sandbox-error.ts'

export type ChildOptions = { entry: URL | undefined }

export type SandboxChild = {
  readonly pid: number | undefined
  readonly is_alive: boolean
  /** Resident memory after the last task. */
  readonly rss_mb: number
  /** @throws SandboxError when the process ends before it answers */
  run(request: TaskRequest, time_ms: number): Promise<TaskReply>
  kill(): Promise<void>
}

/** One sandboxed process: no secrets in its environment, no right to write files or start programs, and behind others for the processor. */
export function startChild({ entry }: ChildOptions): SandboxChild {
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
    child.once('close', (code, signal) => resolve(exitError({ code, signal, has_started }, complaint())))
  })
  const complaint = captureStderr(child)
  preferAsOomVictim(child)
  let rss_mb = 0
  let is_alive = true
  let has_started = false
  let onReply = (_reply: TaskReply) => {}
  child.on('message', (message: TaskReply | typeof readyMessage) => {
    if (message !== readyMessage) return onReply(message)
    has_started = true
    void lowerPriority(child)
  })
  void ended.then(() => {
    is_alive = false
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
      const timer = setTimeout(() => child.kill('SIGKILL'), time_ms)
      const replied = new Promise<TaskReply>((resolve) => {
        onReply = resolve
      })
      // When it cannot be sent, the process is gone, and `ended` says so.
      child.send(request, () => {})
      const outcome = await Promise.race([replied, ended])
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
  const { SystemRoot } = process.env // without it nothing starts on Windows
  return { UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2', ...(SystemRoot && { SystemRoot }) }
}

/** When Linux runs out of memory it ends this process, not the server. */
function preferAsOomVictim({ pid }: ChildProcess): void {
  if (process.platform === 'linux' && pid !== undefined)
    writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => {})
}

/** From its first task on, and not while it starts: whoever asked is waiting for that. */
async function lowerPriority({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined) return
  // Linux knows priorities of threads; those that start later inherit that of the main one.
  const threads =
    process.platform === 'linux' ? await readdir(`/proc/${pid}/task`).catch(() => []) : [String(pid)]
  for (const thread of threads) {
    try {
      setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // It ended already.
    }
  }
}

/** The end of what a process wrote to its error output, to explain why it could not start. */
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

function exitError({ code, signal, has_started }: ExitInfo, complaint: string): SandboxError {
  if (signal === limitSignals.memory) return new SandboxError('memory', 'It took too much memory')
  if (signal === limitSignals.cpu) return new SandboxError('time', 'It took too long')
  const end = `The process ended (${signal ?? code}). ${complaint}`.trim()
  // A signal from outside, such as SIGKILL, is not the input's doing, and neither is a process that never started.
  const hasCrashed = has_started && (signal === null || crashSignals.includes(signal))
  return new SandboxError(hasCrashed ? 'crashed' : 'unavailable', end)
}
