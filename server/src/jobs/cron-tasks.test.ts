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
  const queue = await startQueue(t, toCronJobs(t.leases, tasks), toCronItems(tasks))
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

test('a task that is still running waits for its next attempt', async () => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  let runs = 0
  const run = async () => {
    runs += 1
    await finished
  }
  const runTask = toCronJobs(t.leases, [{ name: 'slow', schedule: '* * * * *', run }]).slow
  const first = runTask?.({})
  await eventually(() => runs === 1)
  await expect(runTask?.({})).rejects.toThrow('“slow” is already running')
  expect(runs).toBe(1)
  finish()
  await first
  await runTask?.({})
  expect(runs).toBe(2)
})

test('a task runs although its node was killed or lost its database when it had just begun', async () => {
  const lease = await t.leases.acquire('task nightly')
  // Nobody renews or releases it.
  await t.pool.query(`update leases set node_id = gen_random_uuid() where fence = $1`, [lease?.fence])
  let runs = 0
  await startNode([{ name: 'nightly', schedule: '0 3 1 1 *', run: async () => runs++ }])
  await t.pool.query(`select graphile_worker.add_job('nightly', job_key := 'nightly')`)
  const findAttempt = async () =>
    (
      await t.pool.query(
        `select from graphile_worker._private_jobs where last_error like '%already running%'`,
      )
    ).rowCount
  await eventually(async () => (await findAttempt()) === 1)
  expect(runs).toBe(0)
  await t.pool.query(`delete from leases where fence = $1`, [lease?.fence])
  await t.pool.query(`update graphile_worker._private_jobs set run_at = now() where key = 'nightly'`)
  await eventually(() => runs === 1)
})
