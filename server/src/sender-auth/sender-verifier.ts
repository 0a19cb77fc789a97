import { Worker } from 'node:worker_threads'
import type { Log } from '../log.ts'
import type { MailToCheck } from './check-mail.ts'
import type { ResolveDns } from './dns-resolver.ts'
import { type SenderChecks, unchecked } from './sender-checks.ts'
import type { FromWorker, ToWorker } from './verifier-worker.ts'

export type SenderVerifier = {
  /** Never rejects: what cannot be checked now is `unchecked` with a reason that isTemporary recognises. */
  verify(mail: Pick<MailToCheck, 'raw' | 'peer' | 'helo' | 'mail_from'>): Promise<SenderChecks>
  stop(): Promise<void>
}

export type VerifierOptions = {
  resolve: ResolveDns
  log: Log
  trusted_relays: readonly string[]
  trusted_sealers: readonly string[]
  /** Limit for all DNS queries of one mail. */
  dns_ms?: number
  /** Limit for one mail, including DNS. */
  time_ms?: number
  idle_ms?: number
}

/** Mail whose DNS queries hang must not occupy every worker of the queue, which replies use too. */
const maxConcurrent = 2
const maxWaitMs = 1_000

/**
 * Checks senders in a worker thread, where mail that takes too long can be stopped. The thread starts with the first
 * mail and ends when idle.
 */
export function startSenderVerifier(options: VerifierOptions): SenderVerifier {
  const { log, dns_ms = 5_000, time_ms = 15_000, idle_ms = 60_000 } = options
  let thread: VerifierThread | null = null
  let idle: NodeJS.Timeout | undefined
  let running = 0
  const queue: (() => void)[] = []

  /** Acquires a slot; false if none becomes free in time. */
  const acquireSlot = () =>
    new Promise<boolean>((resolve) => {
      if (running < maxConcurrent) {
        running += 1
        return resolve(true)
      }
      const proceed = () => {
        clearTimeout(timer)
        running += 1
        resolve(true)
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(proceed), 1)
        resolve(false)
      }, maxWaitMs)
      queue.push(proceed)
    })
  const releaseSlot = () => {
    running -= 1
    queue.shift()?.()
    if (running === 0)
      idle = setTimeout(() => {
        void thread?.end()
        thread = null
      }, idle_ms).unref()
  }

  return {
    async verify(mail) {
      if (!(await acquireSlot())) return unchecked('dns_failed')
      clearTimeout(idle)
      thread = thread && !thread.hasEnded() ? thread : startVerifierThread(options.resolve)
      try {
        const { trusted_relays, trusted_sealers } = options
        return await thread.check({ ...mail, trusted_relays, trusted_sealers }, { dns_ms, time_ms })
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'could not check the sender of a mail')
        return unchecked('dns_failed')
      } finally {
        releaseSlot()
      }
    },
    async stop() {
      clearTimeout(idle)
      await thread?.end()
    },
  }
}

type VerifierThread = ReturnType<typeof startVerifierThread>

function startVerifierThread(resolve: ResolveDns) {
  const worker = new Worker(new URL('./verifier-worker.ts', import.meta.url), {
    name: 'sender verifier',
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
  })
  const pendingChecks = new Map<number, { resolve(checks: SenderChecks): void; reject(error: Error): void }>()
  let lastId = 0
  let ended = false
  const post = (message: ToWorker) => worker.postMessage(message)

  const answer = ({ id, name, type }: Extract<FromWorker, { kind: 'question' }>) =>
    resolve(name, type).then(
      (records) => post({ kind: 'answer', id, records }),
      (error: { code?: string }) => post({ kind: 'no_answer', id, code: error.code ?? 'ESERVFAIL' }),
    )
  const failAll = (reason: string) => {
    ended = true
    for (const { reject } of pendingChecks.values()) reject(new Error(reason))
    pendingChecks.clear()
  }
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'question') return void answer(message)
    const pending = pendingChecks.get(message.id)
    pendingChecks.delete(message.id)
    if (message.kind === 'checked') pending?.resolve(message.checks)
    else pending?.reject(new Error(message.reason))
  })
  worker.on('error', (error) => failAll(error.message))
  worker.on('exit', () => failAll('the thread ended'))

  return {
    hasEnded: () => ended,
    check: (mail: MailToCheck, { dns_ms, time_ms }: { dns_ms: number; time_ms: number }) =>
      new Promise<SenderChecks>((resolve, reject) => {
        lastId += 1
        const id = lastId
        const timer = setTimeout(() => {
          failAll(`the check took longer than ${time_ms / 1000} s`)
          void worker.terminate()
        }, time_ms)
        const afterClearingTimer =
          <Args extends unknown[]>(settle: (...args: Args) => void) =>
          (...args: Args) => {
            clearTimeout(timer)
            settle(...args)
          }
        pendingChecks.set(id, { resolve: afterClearingTimer(resolve), reject: afterClearingTimer(reject) })
        post({ kind: 'check', id, mail, dns_ms })
      }),
    end: () => worker.terminate(),
  }
}
