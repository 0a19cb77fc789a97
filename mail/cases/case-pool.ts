import { Worker } from 'node:worker_threads'
import type { Comparison, MailCase } from './comparison.ts'

export type CaseJob = { category: string; folder: string; mailCase: MailCase }

type Queued = { job: CaseJob; resolve: (result: Comparison) => void }

/**
 * Runs cases in worker threads, one case per thread at a time, each with a time limit. Replaces a thread that is
 * lost.
 */
export class CasePool {
  readonly #millisPerCase: number
  readonly #program: URL
  readonly #queue: Queued[] = []
  readonly #threads: Worker[] = []
  readonly #idle: Worker[] = []

  constructor({
    threads,
    millisPerCase,
    program,
  }: { threads: number; millisPerCase: number; program?: URL }) {
    this.#millisPerCase = millisPerCase
    this.#program = program ?? new URL('./case-worker.ts', import.meta.url)
    for (let started = 0; started < threads; started += 1) this.#start()
  }

  run(job: CaseJob): Promise<Comparison> {
    return new Promise((resolve) => {
      this.#queue.push({ job, resolve })
      this.#next()
    })
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()))
  }

  #start() {
    const thread = new Worker(this.#program, {
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    this.#threads.push(thread)
    this.#idle.push(thread)
    this.#next()
  }

  #next() {
    const thread = this.#idle[0]
    const queued = thread && this.#queue.shift()
    if (!queued) return
    this.#idle.shift()
    this.#runOn(thread, queued)
  }

  #runOn(thread: Worker, { job, resolve }: Queued) {
    const settle = (result: Comparison, isThreadLost: boolean) => {
      clearTimeout(timer)
      thread.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit')
      resolve(result)
      if (isThreadLost) this.#replace(thread)
      else {
        this.#idle.push(thread)
        this.#next()
      }
    }
    const fail = (reason: string) => settle({ ok: false, reasons: [reason] }, true)
    const timer = setTimeout(() => fail(`took longer than ${this.#millisPerCase} ms`), this.#millisPerCase)
    thread.once('message', (result: Comparison) => settle(result, false))
    thread.once('error', (error) => fail(`killed its thread: ${error}`))
    thread.once('exit', (code) => fail(`ended its thread with code ${code}`))
    thread.postMessage(job)
  }

  #replace(thread: Worker) {
    this.#threads.splice(this.#threads.indexOf(thread), 1)
    // Ignore errors of the lost thread; terminate one that hangs in the background.
    thread.on('error', () => {})
    void thread.terminate()
    this.#start()
  }
}
