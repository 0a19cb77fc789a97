import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { often } from '../../db/prepare.ts'

export type Status = { id: number; name: string }

let known: readonly Status[] = []

/** The statuses there are. */
export async function readStatuses(db: Db): Promise<readonly Status[]> {
  const { rows } = await sql<Status>`${often}select id, name from statuses order by id`.execute(db)
  return rows
}

/** A column with the statuses there are. */
export const statusesColumn: RawBuilder<unknown> = sql`(
  select coalesce(json_agg(json_build_object('id', id, 'name', name) order by id), '[]') from statuses)`

/**
 * Reads with the statuses known last, which hardly ever change, instead of asking for them first. The work reads `statusesColumn` on its
 * way; where that says otherwise, it is done again.
 */
export async function withKnownStatuses<T>(
  db: Db,
  work: (statuses: readonly Status[]) => Promise<{ statuses: readonly Status[]; result: T }>,
): Promise<T> {
  for (;;) {
    const guess = known.length > 0 ? known : await readStatuses(db)
    const { statuses, result } = await work(guess)
    known = statuses
    if (areSame(guess, statuses)) return result
  }
}

const areSame = (a: readonly Status[], b: readonly Status[]) =>
  a.length === b.length && a.every(({ id, name }, at) => id === b[at]?.id && name === b[at]?.name)
