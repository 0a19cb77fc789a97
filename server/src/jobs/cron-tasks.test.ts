import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { eventually } from '../testing/web-sockets.ts'
import { type CronTask, toCronItems, toCronJobs } from './cron-tasks.ts'
import { startQueue } from './queue.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

async function startNode(tasks: CronTask[]): Promise<void> {
  const queue = await startQueue(t.pool, toCronJobs(t.db, tasks), t.log, toCronItems(tasks))
  onTestFinished(() => queue.stop())
}

test('a task whose time was missed runs once, however many nodes start', async () => {
  const missedAt = new Date(Date.now() - 10 * 60_000)
  let runs = 0
  const task = { name: 'tidy up', schedule: `${missedAt.getUTCMinutes()} * * * *`, run: async () => runs++ }
  await t.pool.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since) values ($1, $2)`,
    [task.name, new Date(missedAt.getTime() - 60_000)],
  )
  await Promise.all([startNode([task]), startNode([task]), startNode([task])])
  await eventually(() => runs > 0)
  // Longer than the queue's poll interval.
  await wait(1_500)
  expect(runs).toBe(1)
})

test('a task that still runs on another node is skipped', async () => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  let runs = 0
  const run = async () => {
    runs += 1
    await finished
  }
  const runTask = toCronJobs(t.db, [{ name: 'slow', schedule: '* * * * *', run }]).slow
  const first = runTask?.({})
  await eventually(() => runs === 1)
  await runTask?.({})
  expect(runs).toBe(1)
  finish()
  await first
  await runTask?.({})
  expect(runs).toBe(2)
})
