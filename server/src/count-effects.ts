import type { Deletion } from '@parley/contract/shared/deletion-previews'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db/pool.ts'

type Effect = Deletion['effects'][number]

/** Counting stops here: whether 10,000 or a million lose their team makes no difference to the decision. */
const maxCounted = 10_000

/** Counts each source of rows (the part after "from") and omits those with none. */
export async function countEffects(
  db: Db,
  sources: Partial<Record<Effect['effect'], RawBuilder<unknown>>>,
): Promise<Effect[]> {
  const effects = await Promise.all(
    // The keys are those of the parameter's type.
    (Object.entries(sources) as [Effect['effect'], RawBuilder<unknown>][]).map(async ([effect, source]) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from (select from ${source} limit ${maxCounted + 1}) counted`.execute(db)
      const count = rows[0]?.count ?? 0
      return { effect, count: Math.min(count, maxCounted), count_is_minimum: count > maxCounted }
    }),
  )
  return effects.filter(({ count }) => count > 0)
}

export const countOf = (effects: Effect[], effect: Effect['effect']): number =>
  effects.find((one) => one.effect === effect)?.count ?? 0
