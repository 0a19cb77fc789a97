import { tokenise } from '@parley/contract/search/search-tokens'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDb, type Db } from '../../db/pool.ts'
import { keysOfWord } from '../../search-index/index-keys.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { findConversations } from './find-conversations.ts'
import { areHitsRare, type Frequencies, getFrequencies } from './key-frequencies.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  // Autovacuum would update the statistics at an unknown moment.
  await sql`alter table search_conversations set (autovacuum_enabled = false)`.execute(t.db)
})
afterAll(() => t.stop())

/** A new pool, because the cache is kept per pool. */
let db: Db
beforeEach(() => {
  db = createDb(t.pool)
})

const keyOf = (text: string) => [...tokenise(text)].flatMap((word) => keysOfWord(word))[0] ?? 0

/** Inserts conversations with the same subject, and their index rows. */
async function fill(subject: string, count: number) {
  const one = await t.make.conversation({ subject })
  await sql`with copies as (
      insert into conversations select (jsonb_populate_record(null::conversations, to_jsonb(c) ||
        jsonb_build_object('id', nextval(pg_get_serial_sequence('conversations', 'id')), 'uuid', gen_random_uuid(),
          'reference_number', c.reference_number || '-' || n))).*
      from conversations c, generate_series(2, ${count}::int) n where c.id = ${one.id} returning id)
    insert into search_conversations (conversation_id, created_at, keys)
      select copies.id, s.created_at, s.keys from copies, search_conversations s where s.conversation_id = ${one.id}`.execute(
    t.db,
  )
}

describe('key frequencies', () => {
  test('are unknown until ANALYZE, then close to the truth, and unknown again once the table has grown', async () => {
    await fill('marmot', 900)
    await fill('ibex', 100)
    const before = await getFrequencies(db, 'conversations')
    expect([before.atMost(keyOf('marmot')), before.atLeast(keyOf('marmot'))]).toEqual([Infinity, 0])

    await sql`analyze search_conversations`.execute(t.db)
    db = createDb(t.pool)
    const counted = await getFrequencies(db, 'conversations')
    expect(counted.atMost(keyOf('marmot'))).toBeGreaterThanOrEqual(900)
    expect(counted.atLeast(keyOf('marmot'))).toBeGreaterThanOrEqual(890)
    expect(counted.atMost(keyOf('ibex'))).toBeGreaterThanOrEqual(100)
    expect(counted.atMost(keyOf('ibex'))).toBeLessThan(150)
    expect(counted.atLeast(keyOf('wombat'))).toBe(0)

    await fill('lemming', 1500)
    db = createDb(t.pool)
    const grownFrequencies = await getFrequencies(db, 'conversations')
    expect(grownFrequencies.atMost(keyOf('lemming'))).toBe(Infinity)
  })

  test('are queried once and then cached', async () => {
    const [first, second] = [getFrequencies(db, 'messages'), getFrequencies(db, 'messages')]
    expect(await first).toBe(await second)
  })
})

describe('areHitsRare', () => {
  const fakeFrequencies = (counts: Record<number, number>): Frequencies => ({
    ...{ kind: 'messages', rows: 1_000_000 },
    atMost: (key) => counts[key] ?? 0,
    atLeast: (key) => counts[key] ?? 0,
  })

  test.each([
    ['one rare word', [[1]], { 1: 500 }, true],
    ['a rare word beside a common one', [[1], [2]], { 1: 500, 2: 400_000 }, true],
    ['two words that rarely occur together', [[1], [2]], { 1: 10_000, 2: 10_000 }, true],
    [
      'two words of which even the rarer one has too many rows, if they always occur together',
      [[1], [2]],
      { 1: 30_000, 2: 30_000 },
      false,
    ],
    ['a word that is rare in one field and common in the other', [[1, 2]], { 1: 10, 2: 90_000 }, false],
    ['no word at all', [], {}, false],
  ] as const)('is correct for %s', (_, groups, counts, expected) => {
    expect(areHitsRare(fakeFrequencies(counts), groups)).toBe(expected)
  })
})

test('rare hits are listed newest first, page after page, like common ones', async () => {
  for (let n = 0; n < 9; n++) await t.make.conversation({ subject: `axolotl ${n}` })
  await sql`analyze search_conversations`.execute(t.db)
  const seen: (string | null)[] = []
  let cursor: string | undefined
  do {
    const query = { query: 'axolotl', page_size: 4, cursor }
    const { rows, next_cursor } = await findConversations(db, t.system, query, t.clock.now())
    seen.push(...rows.map(({ subject }) => subject))
    cursor = next_cursor ?? undefined
  } while (cursor)
  expect(seen).toEqual(Array.from({ length: 9 }, (_, n) => `axolotl ${8 - n}`))
})
