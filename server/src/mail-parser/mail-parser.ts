import { Worker } from 'node:worker_threads'
import type { ReadJob, ReadResult } from './parser-worker.ts'
import type { IncomingMail, ReadMailOptions } from './read-incoming-mail.ts'

/** A mail that cannot be read; it belongs into quarantine with this sentence. */
export class UnreadableMailError extends Error {
  override name = 'Unreadable'
}

export type MailParser = {
  /** @throws Unreadable for a mail that is refused, breaks the parser, or exceeds the limits */
  read(raw: Uint8Array, options: ReadMailOptions): Promise<IncomingMail>
  /** How many threads are there just now. */
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
 * Reads mails in threads of their own, where a hostile one can be stopped: by time, and by memory (in MB of JavaScript objects).
 * Threads start at the first mail and end after `idle_ms` without one, for each holds 30 MB or more.
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
    const [ready] = idle.keys()
    const waiting = (ready || all.size < threads) && queue.shift()
    if (!waiting) return
    const thread = ready ?? start()
    clearTimeout(idle.get(thread))
    idle.delete(thread)
    run(thread, waiting)
  }
  const start = () => {
    const thread = new Worker(new URL('./parser-worker.ts', import.meta.url), {
      name: 'mail parser',
      // New objects fill as much as is allowed before anything is collected: 48 MB a thread unless told.
      resourceLimits: { maxOldGenerationSizeMb: memory_mb, maxYoungGenerationSizeMb: 16 },
    })
    all.add(thread)
    // Between two mails, or while it is being stopped, a thread that breaks concerns nobody.
    thread.on('error', () => {})
    thread.on('exit', () => forget(thread))
    return thread
  }
  const run = (thread: Worker, { job, resolve, reject }: PendingRead) => {
    const over = (lost: boolean) => {
      clearTimeout(timer)
      thread.off('message', onResult).off('error', onError).off('exit', onExit)
      if (lost || stopped) retire(thread)
      else idle.set(thread, setTimeout(() => retire(thread), idle_ms).unref())
      next()
    }
    const fail = (reason: string) => {
      over(true)
      reject(new UnreadableMailError(reason))
    }
    const onResult = (result: ReadResult) => {
      over(false)
      if (result.ok) resolve(result.mail)
      else reject(new UnreadableMailError(result.reason))
    }
    const onError = (error: Error & { code?: string }) =>
      fail(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? `Reading this mail took more than ${memory_mb} MB of memory`
          : `The mail broke its reader (${error.message})`,
      )
    const onExit = () => {
      over(true)
      // Stopping the server ends threads too: then the mail is not to blame, and is read at the next start.
      reject(stopped ? new Error(stoppingMessage) : new UnreadableMailError('The mail ended its reader'))
    }
    const timer = setTimeout(() => fail(`Reading this mail took longer than ${time_ms / 1000} s`), time_ms)
    thread.on('message', onResult).on('error', onError).on('exit', onExit)
    thread.postMessage(job)
  }
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
