import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { startLostJobs } from './lost-jobs.ts'
import { startQueue } from './queue.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

test('a job that a killed worker held runs at once after the next start', async () => {
  await t.act(t.system, (tx) => tx.enqueue('count', { n: 1 }, { key: 'count', run_at: new Date(0) }))
  await lockedBy('worker-killed')

  const lost = await startLostJobs(t.connectionString, t.log)
  const ran = Promise.withResolvers<unknown>()
  const queue = await startQueue(t.pool, { count: async ({ n }) => ran.resolve(n) }, t.log, lost)
  expect(await ran.promise).toBe(1)
  await queue.stop()
  await lost.stop()
})

test('the job of a worker that lives elsewhere stays with it', async () => {
  await t.act(t.system, (tx) => tx.enqueue('count', { n: 2 }, { run_at: new Date(0) }))
  const elsewhere = await startTestNode()
  elsewhere.vouch('worker-elsewhere')
  await expect.poll(() => vouched()).toBe(1)
  await lockedBy('worker-elsewhere')
  const here = await startTestNode()
  expect(await holders()).toEqual(['worker-elsewhere'])

  await elsewhere.stop()
  await expect.poll(() => vouched()).toBe(0)
  const next = await startTestNode()
  expect(await holders()).toEqual([null])
  await Promise.all([here.stop(), next.stop()])
})

const startTestNode = () => startLostJobs(t.connectionString, t.log)

const lockedBy = (worker: string) =>
  sql`update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = ${new Date()}::timestamptz`.execute(
    t.db,
  )

const holders = async () =>
  (
    await sql<{ locked_by: string | null }>`select locked_by from graphile_worker.jobs order by id`.execute(
      t.db,
    )
  ).rows.map(({ locked_by }) => locked_by)

const vouched = async () =>
  (
    await sql<{
      n: number
    }>`select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and l.classid = 7275543`.execute(t.db)
  ).rows[0]?.n
