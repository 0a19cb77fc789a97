import { Worker } from 'node:worker_threads'
import type { ReadJob, ReadResult } from './parser-worker.ts'
import type { IncomingMail, ReadMailOptions } from './read-incoming-mail.ts'

/** A mail that cannot be read; it is quarantined with this message. */
export class UnreadableMailError extends Error {
  override name = 'Unreadable'
}

export type MailParser = {
  /** @throws UnreadableMailError for a mail that is refused, breaks the parser, or exceeds the limits */
  read(raw: Uint8Array, options: ReadMailOptions): Promise<IncomingMail>
  /** Number of running threads. */
  readonly size: number
  stop(): Promise<void>
}

const stoppingMessage = 'The server is stopping'

type PendingRead = {
  job: ReadJob
  resolve(mail: IncomingMail): void
  reject(error: Error): void
}

/**
 * Parses mails in worker threads, where a hostile mail can be stopped by time and memory (in MB of JavaScript
 * objects). Threads start with the first mail and end after `idle_ms` without one, because each takes 30 MB or more.
 */
export function startMailParser({
  threads = 2,
  time_ms = 20_000,
  memory_mb = 512,
  idle_ms = 60_000,
}: {
  threads?: number
  time_ms?: number
  memory_mb?: number
  idle_ms?: number
} = {}): MailParser {
  const queue: PendingRead[] = []
  const idle = new Map<Worker, NodeJS.Timeout>()
  const all = new Set<Worker>()
  let stopped = false

  const next = () => {
    const [idleThread] = idle.keys()
    const pending = (idleThread || all.size < threads) && queue.shift()
    if (!pending) return
    const thread = idleThread ?? start()
    clearTimeout(idle.get(thread))
    idle.delete(thread)
    run(thread, pending)
  }
  const start = () => {
    const thread = new Worker(new URL('./parser-worker.ts', import.meta.url), {
      name: 'mail parser',
      // New objects fill the young generation before anything is collected: 48 MB per thread by default.
      resourceLimits: { maxOldGenerationSizeMb: memory_mb, maxYoungGenerationSizeMb: 16 },
    })
    all.add(thread)
    // Errors between two mails or while stopping are irrelevant.
    thread.on('error', () => {})
    thread.on('exit', () => forget(thread))
    return thread
  }
  const run = (thread: Worker, pending: PendingRead) =>
    runJob(thread, pending, { time_ms, memory_mb, isStopped: () => stopped }, (isThreadLost) => {
      if (isThreadLost || stopped) retire(thread)
      else idle.set(thread, setTimeout(() => retire(thread), idle_ms).unref())
      next()
    })
  const forget = (thread: Worker) => {
    clearTimeout(idle.get(thread))
    idle.delete(thread)
    all.delete(thread)
  }
  const retire = (thread: Worker) => {
    forget(thread)
    void thread.terminate()
  }

  return {
    read: (raw, options) =>
      new Promise((resolve, reject) => {
        if (stopped) return reject(new Error(stoppingMessage))
        queue.push({ job: { raw, options }, resolve, reject })
        next()
      }),
    get size() {
      return all.size
    },
    async stop() {
      stopped = true
      for (const { reject } of queue.splice(0)) reject(new Error(stoppingMessage))
      await Promise.all([...all].map((thread) => thread.terminate()))
    },
  }
}

/** Runs one job on a free thread. `release` is called before the result is returned. */
function runJob(
  thread: Worker,
  { job, resolve, reject }: PendingRead,
  { time_ms, memory_mb, isStopped }: { time_ms: number; memory_mb: number; isStopped(): boolean },
  release: (isThreadLost: boolean) => void,
): void {
  const finish = (isThreadLost: boolean) => {
    clearTimeout(timer)
    thread.off('message', onResult).off('error', onError).off('exit', onExit)
    release(isThreadLost)
  }
  const fail = (reason: string) => {
    finish(true)
    reject(new UnreadableMailError(reason))
  }
  const onResult = (result: ReadResult) => {
    finish(false)
    if (result.ok) resolve(result.mail)
    else reject(new UnreadableMailError(result.reason))
  }
  const onError = (error: Error & { code?: string }) =>
    fail(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? `Reading this email took more than ${memory_mb} MB of memory`
        : `The email couldn’t be read (${error.message})`,
    )
  const onExit = () => {
    finish(true)
    // When the server stops, the mail is not at fault and is processed at the next start.
    reject(
      isStopped()
        ? new Error(stoppingMessage)
        : new UnreadableMailError('Reading this email failed unexpectedly'),
    )
  }
  const timer = setTimeout(() => fail(`Reading this email took longer than ${time_ms / 1000} s`), time_ms)
  thread.on('message', onResult).on('error', onError).on('exit', onExit)
  thread.postMessage(job)
}
