import { expect, onTestFinished, test } from 'vitest'
import type { RunningServer } from './launch.ts'
import { supervise } from './supervisor.ts'

const log = { debug() {}, info() {}, warn() {} }

function fakeServer() {
  const { promise: ended, resolve: end } = Promise.withResolvers<string>()
  const server: RunningServer = { port: 5432, exited: ended, stop: async () => end('stopped') }
  return { server, die: end }
}

test('a server that does not start is retried with back-off until it does', async () => {
  const first = fakeServer()
  const second = fakeServer()
  const attempts: number[] = []
  const supervisor = supervise(
    first.server,
    async () => {
      attempts.push(performance.now())
      if (attempts.length < 5) throw new Error('FATAL: no space left on device')
      return second.server
    },
    log,
    20,
  )
  onTestFinished(() => supervisor.stop())
  first.die('killed')
  await expect.poll(() => supervisor.status().last_output).toContain('no space')
  expect(supervisor.status().running).toBe(false)
  await expect.poll(() => supervisor.status().running).toBe(true)
  const delays = attempts.slice(1).map((time, n) => time - (attempts[n] ?? 0))
  expect(delays[3]).toBeGreaterThan((delays[0] ?? 0) * 3)
})

test('a server that ends soon after each start is not restarted in a tight loop', async () => {
  const first = fakeServer()
  let starts = 0
  const supervisor = supervise(
    first.server,
    async () => {
      starts++
      const next = fakeServer()
      next.die('PANIC')
      return next.server
    },
    log,
    100,
  )
  first.die('PANIC')
  await new Promise((resolve) => setTimeout(resolve, 550))
  await supervisor.stop()
  expect(starts).toBeLessThan(6)
})

test('stopping while the server is down ends the retries', async () => {
  const first = fakeServer()
  const supervisor = supervise(first.server, () => Promise.reject(new Error('no')), log, 60_000)
  first.die('killed')
  await expect.poll(() => supervisor.status().running).toBe(false)
  await supervisor.stop()
})
