import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Page, PageQuery } from './collect-page.ts'
import type { Criteria } from './criteria/resolve-criteria.ts'
import { type HitPosition, readPosition, writePosition } from './newest-first-search.ts'

type Row = { id: number; created_at: Date }

/**
 * Lists conversations for a query without words, using the list indexes: one status at a time, newest first, as many as
 * the page shows (docs/decisions/0006-list-indexes-by-status.md).
 */
export async function listByOperators<R extends Row>(
  db: Db,
  { criteria, conversation }: { criteria: Criteria; conversation: RawBuilder<boolean>[] },
  { page_size, cursor }: PageQuery,
  read: (positions: HitPosition[]) => Promise<R[]>,
): Promise<Page<R>> {
  const start = readPosition(cursor)
  const statuses =
    criteria.statuses ?? (await db.selectFrom('statuses').select('id').execute()).map(({ id }) => id)
  if (statuses.length === 0) return { rows: [], next_cursor: null, searched_back_to: null }
  const where = sql.join(
    [...conversation, ...(start ? [sql`(c.created_at, c.id) < (${start.at}, ${start.id})`] : [])],
    sql` and `,
  )
  const heads = statuses.map(
    (
      status,
    ) => sql`(select c.id, c.created_at as at from conversations c where c.status_id = ${status} and ${where}
      order by c.created_at desc, c.id desc limit ${page_size + 1})`,
  )
  const { rows } = await sql<HitPosition>`select id, at from (${sql.join(heads, sql` union all `)}) heads
    order by at desc, id desc limit ${page_size + 1}`.execute(db)
  const last = rows[page_size - 1]
  return {
    rows: await read(rows.slice(0, page_size)),
    next_cursor: rows.length > page_size && last ? writePosition(last) : null,
    searched_back_to: null,
  }
}
