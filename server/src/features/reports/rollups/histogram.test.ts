import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { propertySeed } from '../../../testing/seeded-random.ts'
import { startTestApp } from '../../../testing/test-app.ts'

type Pairs = [bucket: number, count: number][]

const histograms: fc.Arbitrary<Pairs> = fc
  .uniqueArray(fc.tuple(fc.nat(40), fc.integer({ min: -3, max: 3 })), {
    selector: ([bucket]) => bucket,
    maxLength: 40,
  })
  .map((pairs) => pairs.filter(([, count]) => count !== 0).sort(([a], [b]) => a - b))

function addPairs(a: Pairs, b: Pairs): Pairs {
  const counts = new Map(a)
  for (const [bucket, count] of b) counts.set(bucket, (counts.get(bucket) ?? 0) + count)
  return [...counts].filter(([, count]) => count !== 0).sort(([a], [b]) => a - b)
}

test('the database adds two histograms bucket by bucket, in order and without zeros', async () => {
  const t = await startTestApp()
  const examples = fc.sample(fc.tuple(histograms, histograms), { numRuns: 500, seed: propertySeed })
  const emptied = examples.map(([a]): [Pairs, Pairs] => [a, a.map(([bucket, count]) => [bucket, -count])])
  const asArray = (pairs: Pairs) => `{${pairs.map(([bucket, count]) => `{${bucket},${count}}`).join()}}`
  const cases = [...examples, ...emptied]
  const { rows } = await sql<{ sum: Pairs }>`
    select to_json(report_histograms(a::integer[], b::integer[])) as sum
    from unnest(${cases.map(([a]) => asArray(a))}::text[], ${cases.map(([, b]) => asArray(b))}::text[]) with ordinality t (a, b, n)
    order by n`.execute(t.db)
  expect(rows.map(({ sum }) => sum)).toEqual(cases.map(([a, b]) => addPairs(a, b)))
  await t.stop()
})
