import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { startEventNotifier } from './event-notifier.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const start = async () => {
  const notifier = await startEventNotifier(t.pool, t.connectionString, t.log)
  onTestFinished(() => notifier.stop())
  return notifier
}

/** Without the polling, which would find events as well. */
const startWithoutPolling = async () => {
  const interval = vi.spyOn(globalThis, 'setInterval').mockImplementation(() => setTimeout(() => {}))
  return start().finally(() => interval.mockRestore())
}

test('the first event after an idle period is announced at once, also on other nodes', async () => {
  const [here, there] = [await startWithoutPolling(), await startWithoutPolling()]
  const announced = [here, there].map(
    (node) => new Promise<void>((resolve) => onTestFinished(node.listen(resolve))),
  )
  here.announce()
  await Promise.all(announced)
})

test('under load, many events are announced together', async () => {
  const notifier = await start()
  let notifications = 0
  onTestFinished(
    notifier.listen(() => {
      notifications++
    }),
  )
  const from = performance.now()
  while (performance.now() - from < 1500 || notifications < 3) {
    notifier.announce()
    await nextTurn()
  }
  const elapsed = performance.now() - from
  // One each 25 ms (timers may be up to 2 ms early), and the polling.
  expect(notifications).toBeLessThanOrEqual(elapsed / 23 + elapsed / 1000 + 2)
})
