import { expect, onTestFinished, test } from 'vitest'
import type { RunningServer } from './launch.ts'
import { supervise } from './supervisor.ts'

const log = { debug() {}, info() {}, warn() {} }

function fakeServer() {
  const { promise: ended, resolve: die } = Promise.withResolvers<string>()
  const server: RunningServer = { port: 5432, exited: ended, stop: async () => die('stopped') }
  return { server, die }
}

test('a server that does not start is tried again after growing pauses, until it does', async () => {
  const first = fakeServer()
  const second = fakeServer()
  const tries: number[] = []
  const supervised = supervise(
    first.server,
    async () => {
      tries.push(performance.now())
      if (tries.length < 5) throw new Error('FATAL: no space left on device')
      return second.server
    },
    log,
    20,
  )
  onTestFinished(() => supervised.stop())
  first.die('killed')
  await expect.poll(() => supervised.status().last_output).toContain('no space')
  expect(supervised.status().running).toBe(false)
  await expect.poll(() => supervised.status().running).toBe(true)
  const pauses = tries.slice(1).map((at, n) => at - (tries[n] ?? 0))
  expect(pauses[3]).toBeGreaterThan((pauses[0] ?? 0) * 3)
})

test('a server that ends soon after each start is not started in a tight loop', async () => {
  const first = fakeServer()
  let starts = 0
  const supervised = supervise(
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
  await supervised.stop()
  expect(starts).toBeLessThan(6)
})

test('stopping while it is away ends the tries', async () => {
  const first = fakeServer()
  const supervised = supervise(first.server, () => Promise.reject(new Error('no')), log, 60_000)
  first.die('killed')
  await expect.poll(() => supervised.status().running).toBe(false)
  await supervised.stop()
})
