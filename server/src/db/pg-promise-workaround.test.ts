import { getHeapSpaceStatistics } from 'node:v8'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const oldGeneration = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0

test('answers of the database do not grow old', async () => {
  const answered = () =>
    sql`select md5(n::text) as a, md5(n::text || 'b') as b, md5(n::text || 'c') as c from generate_series(1, 2000) n`.execute(
      t.db,
    )
  for (let n = 0; n < 100; n++) await answered()
  let most = 0
  for (let round = 0; round < 8; round++) {
    const before = oldGeneration()
    for (let n = 0; n < 25; n++) await answered()
    most = Math.max(most, oldGeneration() - before)
  }
  // 25 answers are some 20 MB. A full collection between would only make it less.
  expect(most / 1e6).toBeLessThan(8)
})

test('a statement that is refused rejects, and the connection goes on', async () => {
  await t.db.connection().execute(async (one) => {
    await expect(sql`select 1 / 0`.execute(one)).rejects.toMatchObject({ code: '22012' })
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(one)
    expect(rows).toEqual([{ one: 1 }])
  })
})
