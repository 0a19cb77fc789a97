import { getHeapSpaceStatistics } from 'node:v8'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const oldGenerationBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0

test('query results are not retained in the old generation', async () => {
  const runQuery = () =>
    sql`select md5(n::text) as a, md5(n::text || 'b') as b, md5(n::text || 'c') as c from generate_series(1, 2000) n`.execute(
      t.db,
    )
  for (let n = 0; n < 100; n++) await runQuery()
  let largestGrowth = 0
  for (let round = 0; round < 8; round++) {
    const before = oldGenerationBytes()
    for (let n = 0; n < 25; n++) await runQuery()
    largestGrowth = Math.max(largestGrowth, oldGenerationBytes() - before)
  }
  // 25 results are about 20 MB. A full collection in between would only reduce it.
  expect(largestGrowth / 1e6).toBeLessThan(8)
})

test('a failed statement rejects, and the connection stays usable', async () => {
  await t.db.connection().execute(async (client) => {
    await expect(sql`select 1 / 0`.execute(client)).rejects.toMatchObject({ code: '22012' })
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(client)
    expect(rows).toEqual([{ one: 1 }])
  })
})
