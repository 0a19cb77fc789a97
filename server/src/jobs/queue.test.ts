import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { closeReadOnlySessions } from '../db/read-only-sessions.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { eventually } from '../testing/web-sockets.ts'
import { environmentErrorPrefix } from './environment-error-prefix.ts'
import { sweepOrphanedJobs } from './orphaned-jobs.ts'
import { startQueue } from './queue.ts'
import { queueHealth } from './queue-health.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

/** A job as left behind by a process that was killed while running it. */
async function jobHeldBy(pool_id: string, key: string) {
  await t.act(t.system, (tx) => tx.enqueue('ring', { key }, { key, run_at: new Date(0) }))
  await t.pool.query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - interval '1 minute', attempts = 1 where key = $2`,
    [pool_id, key],
  )
}

test('a job of a killed process runs when the next one starts, not hours later', async () => {
  await jobHeldBy('pool-killed', 'first')
  const firstRun = new Promise((resolve) => {
    const queue = startQueue(t, { ring: async ({ key }) => resolve(key) })
    onTestFinished(async () => (await queue).stop())
  })
  expect(await firstRun).toBe('first')
})

test('a job queued again while a killed process held it leaves no old row behind', async () => {
  await jobHeldBy('pool-killed', 'third')
  await t.act(t.system, (tx) => tx.enqueue('ring', { key: 'third' }, { key: 'third', run_at: new Date(0) }))
  const next = sweepOrphanedJobs(t, 'pool-next')
  onTestFinished(() => next.stop())
  await next.settled()
  const { rows } = await t.pool.query(
    'select key, attempts, locked_by from graphile_worker._private_jobs order by id',
  )
  expect(rows).toEqual([{ key: 'third', attempts: 0, locked_by: null }])
  await t.pool.query("select graphile_worker.remove_job('third')")
})

test('a job that is due keeps its place when it is queued again, and moves to a time that is given', async () => {
  const minutesFromNow = (minutes: number) => new Date(t.clock.now().getTime() + minutes * 60_000)
  const readTimes = async () => {
    const { rows } = await t.pool.query<{ key: string; run_at: Date }>(
      "select key, run_at from graphile_worker._private_jobs where key in ('one', 'many') order by key desc",
    )
    return rows.map(({ key, run_at }) => [key, run_at])
  }
  const enqueue = (run_at?: Date) =>
    t.act(t.system, async (tx) => {
      await tx.enqueue('ring', {}, { key: 'one', ...(run_at && { run_at }) })
      await tx.enqueueAll('ring', [{ payload: {}, key: 'many', ...(run_at && { run_at }) }])
    })
  const expectTime = async (time: Date) =>
    expect(await readTimes()).toEqual([
      ['one', time],
      ['many', time],
    ])
  await enqueue()
  await expectTime(t.clock.now())
  const due = minutesFromNow(-5)
  await enqueue(due)
  await enqueue()
  await expectTime(due)
  await enqueue(minutesFromNow(5))
  await expectTime(minutesFromNow(5))
  await enqueue()
  await expectTime(minutesFromNow(0))
  // One that is running is no longer in the queue: what it queues next has to wait for others.
  await t.pool.query(
    "update graphile_worker._private_jobs set run_at = $1, locked_at = now(), locked_by = 'pool' where key in ('one', 'many')",
    [due],
  )
  await enqueue()
  await expectTime(minutesFromNow(0))
  // One that gave up long ago has not been waiting since then.
  await t.pool.query(
    "update graphile_worker._private_jobs set run_at = $1, attempts = max_attempts where key in ('one', 'many')",
    [due],
  )
  await enqueue()
  await expectTime(minutesFromNow(0))
  await t.pool.query(
    "delete from graphile_worker._private_jobs where task_id in (select id from graphile_worker._private_tasks where identifier = 'ring')",
  )
})

test('a job of a living process is left alone', async () => {
  const livingPool = sweepOrphanedJobs(t, 'pool-living')
  await livingPool.settled()
  await jobHeldBy('pool-living', 'second')
  const other = sweepOrphanedJobs(t, 'pool-other')
  await other.settled()
  const readLockHolder = async () =>
    (await t.pool.query(`select locked_by from graphile_worker._private_jobs where key = 'second'`)).rows
  expect(await readLockHolder()).toEqual([{ locked_by: 'pool-living' }])
  await other.stop()
  await livingPool.stop()
  const next = sweepOrphanedJobs(t, 'pool-next')
  onTestFinished(() => next.stop())
  await next.settled()
  expect(await readLockHolder()).toEqual([{ locked_by: null }])
})

test('a job whose pool was presumed dead does not delete the timer that it sets', async () => {
  await t.pool.query('delete from graphile_worker._private_jobs')
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  let isRunning = false
  const tomorrow = new Date(Date.now() + 86_400_000)
  const addTimer = (run_at: Date) => t.act(t.system, (tx) => tx.enqueue('ring', {}, { key: 'timer', run_at }))
  const ring = async () => {
    isRunning = true
    await finished
    await addTimer(tomorrow)
  }
  const queue = await startQueue(t, { ring })
  await addTimer(new Date(0))
  await eventually(() => isRunning)
  // As if the database had stood still for so long that all leases have expired when it continues.
  await t.pool.query(`delete from leases where name like 'job pool %'`)
  await t.pool.query(`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'`)
  const other = sweepOrphanedJobs(t, 'pool-other')
  await other.settled()
  finish()
  await queue.stop()
  await other.stop()
  const { rows } = await t.pool.query('select key, run_at, locked_by from graphile_worker._private_jobs')
  expect(rows).toEqual([{ key: 'timer', run_at: tomorrow, locked_by: null }])
  await t.pool.query("select graphile_worker.remove_job('timer')")
})

test('jobs continue after losing the database during one, and that one is not lost', async () => {
  await t.pool.query('delete from graphile_worker._private_jobs')
  const runs: string[] = []
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const jobs = {
    ring: async ({ key }: Record<string, unknown>) => {
      runs.push(String(key))
      if (runs.length === 1) await finished
    },
  }
  const warnings: string[] = []
  const log: typeof t.log = Object.assign(Object.create(t.log), {
    warn: (_: object, text: string) => warnings.push(text),
  })
  const queue = await startQueue({ ...t, log }, jobs)
  onTestFinished(() => queue.stop())
  const enqueue = (key: string) =>
    t.act(t.system, (tx) => tx.enqueue('ring', { key }, { key, run_at: new Date(0) }))
  await enqueue('interrupted')
  await eventually(() => runs.length === 1)

  const database = new URL(t.connectionString).pathname.slice(1)
  const admin = new pg.Client(inject('database_url'))
  await admin.connect()
  onTestFinished(() => admin.end())
  await admin.query(`alter database ${database} allow_connections false`)
  const terminate = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1'
  await eventually(async () => (await admin.query(terminate, [database])).rowCount === 0)
  finish()
  await eventually(() => warnings.includes('the job queue lost its database and is being reopened'))
  await admin.query(`alter database ${database} allow_connections true`)

  await eventually(() =>
    enqueue('afterwards').then(
      () => true,
      () => false,
    ),
  )
  await eventually(() => runs.includes('afterwards'))
  // Its outcome could not be stored, so it runs once more.
  await eventually(async () => (await t.jobs()).length === 0)
  expect(runs.filter((key) => key === 'interrupted')).toHaveLength(2)
})

test('a pool that could not store several outcomes ends, and so does the queue', async () => {
  await t.pool.query('delete from graphile_worker._private_jobs')
  // One whose release did not reach the database stays until it is forgotten.
  await t.pool.query('delete from leases')
  let isDown = false
  const pool = new pg.Pool({ connectionString: t.connectionString })
  onTestFinished(() => pool.end())
  const connect = pool.connect.bind(pool) as (callback?: unknown) => unknown
  // The queue also calls it with a callback.
  pool.connect = ((callback?: (error: Error) => void) => {
    if (!isDown) return connect(callback)
    const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    return callback ? callback(error) : Promise.reject(error)
  }) as typeof pool.connect
  const outcomes = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  let runs = 0
  const jobs = { ring: async () => outcomes[runs++]?.promise }
  const queue = await startQueue({ ...t, pool }, jobs)
  for (const key of ['first', 'second', 'third', 'fourth'])
    await t.act(t.system, (tx) => tx.enqueue('ring', {}, { key, run_at: new Date(0) }))
  await eventually(() => runs === 4)
  isDown = true
  for (const { resolve } of outcomes) {
    resolve()
    await wait(100)
  }
  isDown = false
  // The replacement pool runs them again.
  await eventually(async () => runs === 8 && (await t.jobs()).length === 0)
  const countLeases = async () =>
    (await t.pool.query(`select from leases where name like 'job pool %'`)).rowCount
  await eventually(async () => (await countLeases()) === 1)
  await queue.stop()
  expect(await countLeases()).toBe(0)
})

test('a queue that starts while the database only allows reading works when it allows writing', async () => {
  await t.pool.query('delete from graphile_worker._private_jobs')
  const pool = new pg.Pool({
    connectionString: t.connectionString,
    options: '-c default_transaction_read_only=on',
  })
  onTestFinished(() => pool.end())
  closeReadOnlySessions(pool)
  let runs = 0
  const queue = await startQueue({ ...t, pool }, { ring: async () => void runs++ })
  onTestFinished(() => queue.stop())
  await t.act(t.system, (tx) => tx.enqueue('ring', {}, { run_at: new Date(0) }))
  await wait(500)
  expect(runs).toBe(0)
  pool.options.options = ''
  await eventually(async () => runs === 1 && (await t.jobs()).length === 0)
})

test('a job assigned over a broken connection is released; a running one is not', async () => {
  await jobHeldBy('pool-own', 'unheard')
  await jobHeldBy('pool-own', 'running')
  const { rows } = await t.pool.query(
    `select id::text from graphile_worker._private_jobs where key = 'running'`,
  )
  const own = sweepOrphanedJobs(t, 'pool-own', new Set([rows[0].id]))
  await own.settled()
  await own.stop()
  const after = await t.pool.query(
    'select key, locked_by, attempts from graphile_worker._private_jobs order by key',
  )
  expect(after.rows).toEqual([
    { key: 'running', locked_by: 'pool-own', attempts: 1 },
    { key: 'unheard', locked_by: null, attempts: 0 },
  ])
  await t.pool.query('delete from graphile_worker._private_jobs')
})

test('a long job is left to run, and runs once', async () => {
  await t.pool.query('delete from graphile_worker._private_jobs')
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  let runs = 0
  const jobs = {
    ring: async () => {
      runs++
      await finished
    },
  }
  const queue = await startQueue(t, jobs)
  onTestFinished(() => queue.stop())
  await t.act(t.system, (tx) => tx.enqueue('ring', {}, { key: 'long', run_at: new Date(0) }))
  await eventually(() => runs === 1)
  await t.pool.query(`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'`)
  // Longer than the sweep interval.
  await wait(6_500)
  expect(runs).toBe(1)
  expect((await t.pool.query('select locked_by from graphile_worker._private_jobs')).rows).toEqual([
    { locked_by: expect.stringMatching(/^pool-/) },
  ])
  finish()
  await eventually(async () => (await t.jobs()).length === 0)
  expect(runs).toBe(1)
})

test('a job that failed because of its environment waits seconds, not hours, and is never given up', async () => {
  for (const key of ['environment', 'own']) await jobHeldBy('pool-gone', key)
  await t.pool.query(
    `update graphile_worker._private_jobs set locked_by = null, locked_at = null, attempts = 24, run_at = now() + interval '6 hours',
     last_error = case key when 'environment' then $1 else 'The mail server refused it' end`,
    [`${environmentErrorPrefix}could not extend file: No space left on device`],
  )
  const sweep = sweepOrphanedJobs(t, 'pool-next')
  await sweep.settled()
  await sweep.stop()
  const { rows } = await t.pool.query(
    `select key, attempts, run_at < now() + interval '1 minute' as soon from graphile_worker._private_jobs order by key`,
  )
  expect(rows).toEqual([
    { key: 'environment', attempts: 3, soon: true },
    { key: 'own', attempts: 24, soon: false },
  ])
  await t.pool.query('delete from graphile_worker._private_jobs')
})

test('a transient failure of a job is recorded as such', async () => {
  const queue = await startQueue(t, {
    ring: async () => {
      throw Object.assign(new Error('could not extend file'), { code: '53100' })
    },
  })
  onTestFinished(() => queue.stop())
  await t.act(t.system, (tx) => tx.enqueue('ring', {}, { key: 'full', run_at: new Date(0) }))
  await eventually(async () => {
    const { rows } = await t.pool.query('select last_error from graphile_worker._private_jobs')
    return String(rows[0]?.last_error).startsWith(`${environmentErrorPrefix}could not extend file`)
  })
})

test('sweeps and the health check do not read the timers of the future', async () => {
  const pool = new pg.Pool({ ...t.pool.options, max: 1 })
  onTestFinished(() => pool.end())
  const readRows = async (): Promise<number> => {
    const { rows } = await pool.query(
      `select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as rows
       from pg_stat_xact_all_tables where relid = 'graphile_worker._private_jobs'::regclass`,
    )
    return rows[0].rows
  }
  await pool.query('delete from graphile_worker._private_jobs')
  await pool.query(
    `select count(graphile_worker.add_job('ring', '{}'::json, run_at := now() + interval '1 day')) from generate_series(1, 5000)`,
  )
  await pool.query('analyze graphile_worker._private_jobs')
  const client = await pool.connect()
  await client.query('begin')
  client.release()
  const before = await readRows()
  const sweep = sweepOrphanedJobs({ ...t, pool }, 'pool-next')
  await sweep.settled()
  expect(await queueHealth(pool).check()).toMatchObject({ state: 'ok' })
  expect((await readRows()) - before).toBeLessThan(10)
  await sweep.stop()
  await pool.query('rollback')
})
