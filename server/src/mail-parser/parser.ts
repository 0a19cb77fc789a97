import { Worker } from 'node:worker_threads'
import type { ReadMail, ReadOptions } from './read-mail.ts'
import type { ReadJob, ReadResult } from './thread.ts'

/** A mail that cannot be read; it belongs into quarantine with this sentence. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

export type MailParser = {
  /** @throws Unreadable for a mail that is refused, breaks the parser, or exceeds the limits */
  read(raw: Uint8Array, options: ReadOptions): Promise<ReadMail>
  /** How many threads are there just now. */
  readonly size: number
  stop(): Promise<void>
}

const stopping = 'The server is stopping'

type Waiting = {
  job: ReadJob
  resolve(mail: ReadMail): void
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
  const queue: Waiting[] = []
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
    const thread = new Worker(new URL('./thread.ts', import.meta.url), {
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
  const run = (thread: Worker, { job, resolve, reject }: Waiting) => {
    const over = (lost: boolean) => {
      clearTimeout(timer)
      thread.off('message', onResult).off('error', onError).off('exit', onExit)
      if (lost || stopped) retire(thread)
      else idle.set(thread, setTimeout(() => retire(thread), idle_ms).unref())
      next()
    }
    const fail = (reason: string) => {
      over(true)
      reject(new Unreadable(reason))
    }
    const onResult = (result: ReadResult) => {
      over(false)
      if (result.ok) resolve(result.mail)
      else reject(new Unreadable(result.reason))
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
      reject(stopped ? new Error(stopping) : new Unreadable('The mail ended its reader'))
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
        if (stopped) return reject(new Error(stopping))
        queue.push({ job: { raw, options }, resolve, reject })
        next()
      }),
    get size() {
      return all.size
    },
    async stop() {
      stopped = true
      for (const { reject } of queue.splice(0)) reject(new Error(stopping))
      await Promise.all([...all].map((thread) => thread.terminate()))
    },
  }
}
