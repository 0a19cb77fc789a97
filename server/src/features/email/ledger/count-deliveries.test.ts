import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { countDeliveries } from './list-deliveries.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const insertDelivery = (n: number) =>
  sql`insert into mail_deliveries (received_at, updated_at, source, raw_hash, raw_size)
      select now(), now(), 'smtp', '', 1 from generate_series(1, ${n}::int)`.execute(t.db)

async function readCounts() {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*) as count from mail_deliveries group by state`.execute(t.db)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

test('ledger counts stay exact with concurrent inserts, state changes and deletes', async () => {
  await insertDelivery(200)
  expect(await countDeliveries(t.db)).toEqual({
    received: 200,
    threaded: 0,
    quarantined: 0,
    ignored: 0,
    erased: 0,
  })
  const settle = (state: string, rest: number) =>
    sql`update mail_deliveries set state = ${state}, reason = 'a test' where id % 4 = ${rest}::int`.execute(
      t.db,
    )
  await Promise.all([
    settle('threaded', 0),
    settle('ignored', 1),
    settle('quarantined', 2),
    settle('erased', 3),
    ...Array.from({ length: 20 }, () => insertDelivery(1)),
  ])
  await sql`delete from mail_deliveries where id % 8 = 0`.execute(t.db)
  await sql`update mail_deliveries set state = 'received', reason = null where state = 'ignored' and id < 50`.execute(
    t.db,
  )
  const { received = 0, threaded = 0, quarantined = 0, ignored = 0, erased = 0 } = await readCounts()
  expect(await countDeliveries(t.db)).toEqual({ received, threaded, quarantined, ignored, erased })
  expect(ignored).toBeGreaterThan(0)
  expect(erased).toBeGreaterThan(0)
})

test('rolled back changes are not counted', async () => {
  const before = await countDeliveries(t.db)
  await expect(
    t.db.transaction().execute(async (tx) => {
      await sql`delete from mail_deliveries`.execute(tx)
      throw new Error('deliberate')
    }),
  ).rejects.toThrow('deliberate')
  expect(await countDeliveries(t.db)).toEqual(before)
})

test('counting does not read the ledger, however long it is', async () => {
  await t.db.transaction().execute(async (tx) => {
    await sql`lock table mail_deliveries in access exclusive mode`.execute(tx)
    expect(await countDeliveries(t.db)).toMatchObject({ received: expect.any(Number) })
  })
  const { count } = await t.db
    .selectFrom('mail_delivery_counts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBeLessThanOrEqual(5 * 64)
})
