import { expect, onTestFinished, test } from 'vitest'
import type { RunningServer } from './launch.ts'
import { supervise } from './supervisor.ts'

const log = { debug() {}, info() {}, warn() {} }

function fakeServer() {
  const { promise: ended, resolve: end } = Promise.withResolvers<string>()
  const server: RunningServer = { port: 5432, exited: ended, stop: async () => end('stopped') }
  return { server, die: end }
}

/** The first delay is doubled each time. A busy machine only makes them longer; timers count whole milliseconds. */
function expectBackoff(attempts: number[], initial_ms: number) {
  const delays = attempts.slice(1).map((time, n) => time - (attempts[n] ?? 0))
  for (const [n, delay] of delays.entries()) expect(delay).toBeGreaterThanOrEqual(initial_ms * 2 ** n - 2)
}

test('a server that does not start is retried with back-off until it does', async () => {
  const first = fakeServer()
  const second = fakeServer()
  const attempts: number[] = []
  const { promise: hasSpace, resolve: freeSpace } = Promise.withResolvers<void>()
  const supervisor = supervise(
    first.server,
    async () => {
      attempts.push(performance.now())
      if (attempts.length < 5) throw new Error('FATAL: no space left on device')
      await hasSpace
      return second.server
    },
    log,
    20,
  )
  onTestFinished(() => supervisor.stop())
  first.die('killed')
  await expect.poll(() => supervisor.status().last_output).toContain('no space')
  expect(supervisor.status().running).toBe(false)
  freeSpace()
  await expect.poll(() => supervisor.status().running).toBe(true)
  expect(attempts).toHaveLength(5)
  expectBackoff(attempts, 20)
})

test('a server that ends soon after each start is not restarted in a tight loop', async () => {
  const first = fakeServer()
  const starts: number[] = []
  const supervisor = supervise(
    first.server,
    async () => {
      starts.push(performance.now())
      const next = fakeServer()
      next.die('PANIC')
      return next.server
    },
    log,
    100,
  )
  onTestFinished(() => supervisor.stop())
  first.die('PANIC')
  await expect.poll(() => starts.length).toBeGreaterThan(3)
  expectBackoff(starts, 100)
})

test('stopping while the server is down ends the retries', async () => {
  const first = fakeServer()
  const supervisor = supervise(first.server, () => Promise.reject(new Error('no')), log, 60_000)
  first.die('killed')
  await expect.poll(() => supervisor.status().running).toBe(false)
  await supervisor.stop()
})
