import { Worker } from 'node:worker_threads'

/** Why there is no result: the thread exceeded its time or memory limit, or ended without one. */
export class ThreadFailed extends Error {
  override name = 'ThreadFailed'
}

/**
 * Runs one job in a worker thread, where it can be stopped and does not block the event loop. The module at `url` reads `workerData`
 * and posts one message. Starting a thread takes about 50 ms: not for small work.
 * @throws ThreadFailed
 */
export function runInThread<Job, Result>(
  url: URL,
  job: Job,
  { name, time_ms, memory_mb }: { name: string; time_ms: number; memory_mb: number },
): Promise<Result> {
  const thread = new Worker(url, {
    name,
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: memory_mb, maxYoungGenerationSizeMb: 16 },
  })
  return new Promise<Result>((resolve, reject) => {
    const fail = (reason: string) => reject(new ThreadFailed(reason))
    const timer = setTimeout(() => fail(`It took longer than ${time_ms} ms`), time_ms)
    thread
      .once('message', (result: Result) => resolve(result))
      .once('error', (error) => fail(error.message))
      .once('exit', () => {
        clearTimeout(timer)
        fail('The thread ended')
      })
  }).finally(() => thread.terminate())
}
