import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { prepared } from '../../../db/prepared-statements.ts'

export type Status = { id: number; name: string }

let cachedStatuses: readonly Status[] = []

export async function listStatusNames(db: Db): Promise<readonly Status[]> {
  const { rows } = await sql<Status>`${prepared}select id, name from statuses order by id`.execute(db)
  return rows
}

/** A column with the current statuses. */
export const statusesColumn: RawBuilder<unknown> = sql`(
  select coalesce(json_agg(json_build_object('id', id, 'name', name) order by id), '[]') from statuses)`

/**
 * Runs `read` with the cached statuses instead of querying them first; they hardly ever change. `read` also selects
 * `statusesColumn`. If the result differs from the cache, `read` runs again.
 */
export async function withCachedStatuses<T>(
  db: Db,
  read: (statuses: readonly Status[]) => Promise<{ statuses: readonly Status[]; result: T }>,
): Promise<T> {
  for (;;) {
    const assumed = cachedStatuses.length > 0 ? cachedStatuses : await listStatusNames(db)
    const { statuses, result } = await read(assumed)
    cachedStatuses = statuses
    if (areEqual(assumed, statuses)) return result
  }
}

const areEqual = (a: readonly Status[], b: readonly Status[]) =>
  a.length === b.length && a.every(({ id, name }, index) => id === b[index]?.id && name === b[index]?.name)
