import { getHeapSpaceStatistics } from 'node:v8'
import type pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { createPool } from '../db/pool.ts'

const pool = createPool(inject('database_url'), 1)
afterAll(() => pool.end())

const oldGenerationBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0

/** The most that the old generation grows, in MB, while 25 results of about 0.8 MB are read and dropped. */
async function growthMb(from: pg.Pool): Promise<number> {
  const runQuery = () =>
    from.query(
      `select md5(n::text) as a, md5(n::text || 'b') as b, md5(n::text || 'c') as c from generate_series(1, 2000) n`,
    )
  for (let n = 0; n < 100; n++) await runQuery()
  let largestGrowth = 0
  for (let round = 0; round < 8; round++) {
    const before = oldGenerationBytes()
    for (let n = 0; n < 25; n++) await runQuery()
    largestGrowth = Math.max(largestGrowth, oldGenerationBytes() - before)
  }
  return largestGrowth / 1e6
}

test('query results are not retained in the old generation', async () => {
  // A full collection in between would only reduce it. Alone in a process, the driver's own promises retain 23 MB.
  expect(await growthMb(pool)).toBeLessThan(8)
})

test('a failed statement rejects, and the connection stays usable', async () => {
  const client = await pool.connect()
  await expect(client.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  client.release()
})
