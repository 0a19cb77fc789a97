import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { eventually } from '../testing/web-sockets.ts'
import { startPeriodicTasks } from './periodic-tasks.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

test('a task runs again, also after a failure, and stops on request', async () => {
  let runCount = 0
  const tasks = startPeriodicTasks(t.leases, t.log, [
    {
      name: 'again',
      every_ms: 10,
      run: async () => {
        runCount += 1
        if (runCount === 1) throw new Error('not this time')
      },
    },
  ])
  await eventually(() => runCount >= 3)
  await tasks.stop()
  const countAtStop = runCount
  let otherRuns = 0
  const other = startPeriodicTasks(t.leases, t.log, [
    { name: 'clock', every_ms: 10, run: async () => otherRuns++ },
  ])
  await eventually(() => otherRuns >= 5)
  await other.stop()
  expect(runCount).toBe(countAtStop)
})

test('only one node runs a task at a time, and a slow one is not started again before it ends', async () => {
  let [startCount, running, maxRunning] = [0, 0, 0]
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const task = {
    name: 'alone',
    every_ms: 10,
    run: async () => {
      startCount += 1
      running += 1
      maxRunning = Math.max(maxRunning, running)
      if (startCount === 1) await finished
      running -= 1
    },
  }
  const otherNode = await t.startTestNode()
  onTestFinished(() => otherNode.stop())
  const nodes = [t, otherNode].map(({ leases }) => startPeriodicTasks(leases, t.log, [task]))
  await eventually(() => startCount === 1)
  let otherRuns = 0
  const other = startPeriodicTasks(t.leases, t.log, [
    { name: 'bystander', every_ms: 10, run: async () => otherRuns++ },
  ])
  await eventually(() => otherRuns >= 5) // both intervals have elapsed
  expect(startCount).toBe(1)
  finish()
  await eventually(() => startCount > 3)
  await Promise.all([...nodes, other].map((node) => node.stop()))
  expect(maxRunning).toBe(1)
})
