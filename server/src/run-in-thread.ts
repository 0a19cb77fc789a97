import { parentPort, Worker, workerData } from 'node:worker_threads'

/** Why there is no result: the thread exceeded its time or memory limit, or ended without one. */
export class ThreadFailed extends Error {
  override name = 'ThreadFailed'
}

type ThreadMessage<Result> = { type: 'started' } | { type: 'result'; result: Result }

/**
 * Runs one job in a worker thread, where it can be stopped and does not block the event loop. The module at `url` calls `runThreadJob`.
 * Starting a thread takes about 50 ms: not for small work. That is not part of `time_ms`: on a busy machine it takes seconds.
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
    let timer: NodeJS.Timeout | undefined
    thread
      .on('message', (message: ThreadMessage<Result>) => {
        if (message.type === 'result') resolve(message.result)
        else timer = setTimeout(() => fail(`It took longer than ${time_ms} ms`), time_ms)
      })
      .once('error', (error) => fail(error.message))
      .once('exit', () => {
        clearTimeout(timer)
        fail('The thread ended')
      })
  }).finally(() => thread.terminate())
}

/** In the worker thread, when it has loaded everything: does the job. */
export function runThreadJob<Job, Result>(work: (job: Job) => Result): void {
  const post = (message: ThreadMessage<Result>) => parentPort?.postMessage(message)
  post({ type: 'started' })
  post({ type: 'result', result: work(workerData as Job) }) // passed by runInThread
}
