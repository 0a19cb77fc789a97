import { expect, test } from 'vitest'
import { runInThread, ThreadFailed } from './run-in-thread.ts'

/** A thread that loads for so many ms, and then greets after so many. */
const greeter = ({ loading_ms = 0, job_ms = 0 }) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      const { runThreadJob } = await import('${new URL('./run-in-thread.ts', import.meta.url)}')
      const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
      wait(${loading_ms})
      runThreadJob((name) => {
        wait(${job_ms})
        return 'Hello ' + name
      })`)}`,
  )
const greet = (url: URL) => runInThread(url, 'Ada', { name: 'greeter', time_ms: 500, memory_mb: 64 })

test('a thread that takes long to load has its full time for the job', async () => {
  expect(await greet(greeter({ loading_ms: 1_500 }))).toBe('Hello Ada')
})

test('a job that takes longer than its time is stopped', async () => {
  await expect(greet(greeter({ job_ms: 60_000 }))).rejects.toThrow('It took longer than 500 ms')
})

test('a thread that ends without a result has failed', async () => {
  await expect(greet(new URL('data:text/javascript,'))).rejects.toThrow(ThreadFailed)
})
