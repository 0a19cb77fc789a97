import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { eventually } from '../testing/sockets.ts'
import { freeDeadPools } from './dead-pools.ts'
import { startQueue } from './queue.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

/** A job as a process leaves it behind that was killed while at it. */
async function jobHeldBy(pool_id: string, key: string) {
  await t.act(t.system, (tx) => tx.enqueue('ring', { key }, { key, run_at: new Date(0) }))
  await t.pool.query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - interval '1 minute', attempts = 1 where key = $2`,
    [pool_id, key],
  )
}

test('a job of a process that was killed runs when the next one starts, not hours later', async () => {
  await jobHeldBy('pool-killed', 'first')
  const rang = new Promise((resolve) => {
    const queue = startQueue(t.pool, { ring: async ({ key }) => resolve(key) }, t.log)
    onTestFinished(async () => (await queue).stop())
  })
  expect(await rang).toBe('first')
})

test('a job that was queued anew while a killed process held it leaves no old row behind', async () => {
  await jobHeldBy('pool-killed', 'third')
  await t.act(t.system, (tx) => tx.enqueue('ring', { key: 'third' }, { key: 'third', run_at: new Date(0) }))
  const next = freeDeadPools(t.pool, 'pool-next', t.log)
  onTestFinished(() => next.stop())
  await next.settled()
  const { rows } = await t.pool.query(
    'select key, attempts, locked_by from graphile_worker._private_jobs order by id',
  )
  expect(rows).toEqual([{ key: 'third', attempts: 0, locked_by: null }])
  await t.pool.query("select graphile_worker.remove_job('third')")
})

test('a job of a process that lives is left to it', async () => {
  const living = freeDeadPools(t.pool, 'pool-living', t.log)
  await living.settled()
  await jobHeldBy('pool-living', 'second')
  const other = freeDeadPools(t.pool, 'pool-other', t.log)
  await other.settled()
  const heldBy = async () =>
    (await t.pool.query(`select locked_by from graphile_worker._private_jobs where key = 'second'`)).rows
  expect(await heldBy()).toEqual([{ locked_by: 'pool-living' }])
  await other.stop()
  await living.stop()
  // A session that was ended gives its locks up a moment later.
  await eventually(async () => {
    const held = await t.pool.query(
      `select from pg_locks where locktype = 'advisory' and classid = 7275543
       and database = (select oid from pg_database where datname = current_database())`,
    )
    return held.rowCount === 0
  })
  const next = freeDeadPools(t.pool, 'pool-next', t.log)
  onTestFinished(() => next.stop())
  await next.settled()
  expect(await heldBy()).toEqual([{ locked_by: null }])
})
