import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import type { Backfill } from './backfill.ts'
import { queueBackfill, readBackfills } from './read-backfills.ts'
import { runBackfills } from './run-backfills.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await sql`create table numbers (id int primary key, visits int not null default 0)`.execute(t.db)
  await sql`insert into numbers (id) select n from generate_series(1, 500) n`.execute(t.db)
})
afterAll(() => t.stop())
beforeEach(async () => {
  await sql`update numbers set visits = 0`.execute(t.db)
  await t.db.deleteFrom('backfills').execute()
})

/** Counts how often each row is handled. */
const counting = (
  name: string,
  afterBatch: (trx: typeof t.db) => Promise<void> = async () => {},
): Backfill => ({
  name,
  estimate: async () => 500,
  async handleBatch(trx, cursor, limit) {
    const { rows } = await sql<{ id: number }>`
      update numbers set visits = visits + 1 where id in (
        select id from numbers where id > ${Number(cursor ?? 0)} order by id limit ${limit}) returning id`.execute(
      trx,
    )
    await afterBatch(trx)
    const last = rows
      .map(({ id }) => id)
      .sort((a, b) => a - b)
      .at(-1)
    return { cursor: last === undefined ? null : String(last), done: rows.length }
  },
})

const readVisits = async () =>
  (await sql<{ visits: number }>`select distinct visits from numbers order by 1`.execute(t.db)).rows.map(
    (row) => row.visits,
  )

test('handles each row once, whichever node does it, and says how far it is', async () => {
  const backfill = counting('numbers')
  await queueBackfill(t.db, 'numbers')
  expect(await readBackfills(t.db)).toMatchObject([
    { done: 0, estimate: null, started_at: null, finished_at: null },
  ])
  expect(await runBackfills(t, { ms: 0, backfills: [backfill], first_batch: 7 })).toBe('more')
  expect(await readBackfills(t.db)).toMatchObject([
    { name: 'numbers', done: 7, estimate: 500, started_at: t.clock.now(), finished_at: null, failure: null },
  ])
  await Promise.all(
    [1, 2, 3].map(() => runBackfills(t, { ms: 60_000, backfills: [backfill], first_batch: 5 })),
  )
  expect(await readVisits()).toEqual([1])
  expect(await readBackfills(t.db)).toMatchObject([{ done: 500, finished_at: t.clock.now() }])
  expect(await runBackfills(t, { ms: 0, backfills: [backfill] })).toBe('done')
  expect(await readVisits()).toEqual([1])
})

test('does nothing that was not queued, as in a new workspace', async () => {
  expect(await runBackfills(t, { ms: 60_000, backfills: [counting('numbers')] })).toBe('done')
  expect(await readVisits()).toEqual([0])
})

test('a batch that fails leaves no trace but its reason, and is tried again', async () => {
  let fails = true
  const backfill = counting('failing', async () => {
    if (fails) throw new Error('This row is odd')
  })
  await queueBackfill(t.db, 'failing')
  await expect(runBackfills(t, { ms: 60_000, backfills: [backfill] })).rejects.toThrow('This row is odd')
  expect(await readVisits()).toEqual([0])
  expect(await readBackfills(t.db)).toMatchObject([{ done: 0, failure: 'This row is odd' }])
  fails = false
  await runBackfills(t, { ms: 60_000, backfills: [backfill] })
  expect(await readVisits()).toEqual([1])
  expect(await readBackfills(t.db)).toMatchObject([{ done: 500, failure: null }])
})

test('waits for those before it', async () => {
  const order: string[] = []
  const backfills = ['second', 'first']
    .map((name) => counting(name, async () => void order.push(name)))
    .reverse()
  for (const { name } of backfills) await queueBackfill(t.db, name)
  await runBackfills(t, { ms: 60_000, backfills, first_batch: 200 })
  expect(order.lastIndexOf('first')).toBeLessThan(order.indexOf('second'))
})

test('leaves at least half of the time to others', async () => {
  const backfill = counting('slow', (trx) => sql`select pg_sleep(0.05)`.execute(trx).then(() => {}))
  await queueBackfill(t.db, 'slow')
  const batches: { start: number; end: number }[] = []
  const measured: Backfill = {
    ...backfill,
    async handleBatch(...args) {
      const start = performance.now()
      return backfill.handleBatch(...args).finally(() => batches.push({ start, end: performance.now() }))
    },
  }
  await runBackfills(t, { ms: 60_000, backfills: [measured], first_batch: 100 })
  expect(batches.length).toBeGreaterThan(2)
  for (const [n, { start, end }] of batches.slice(0, -1).entries()) {
    const pause = (batches[n + 1]?.start ?? Number.NaN) - end
    // The longest pause is a second. Timers count whole milliseconds.
    expect(pause).toBeGreaterThanOrEqual(Math.min(end - start, 1_000) - 2)
  }
})

test('an unfinished one of a node that was killed in the middle of a batch continues after it', async () => {
  await queueBackfill(t.db, 'killed')
  const other = await t.pool.connect()
  onTestFinished(() => other.release(true))
  await runBackfills(t, { ms: 0, backfills: [counting('killed')], first_batch: 10 })
  // The other one has handled rows and holds the cursor, but hasn't committed.
  await other.query(
    `begin; select from backfills where name = 'killed' for no key update; update numbers set visits = visits + 1 where id = 11`,
  )
  const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid')
  const continued = runBackfills(t, { ms: 60_000, backfills: [counting('killed')] })
  other.on('error', () => {})
  await t.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await continued
  expect(await readVisits()).toEqual([1])
})
