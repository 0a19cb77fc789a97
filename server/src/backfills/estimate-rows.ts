import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'

/** About how many rows a table has: PostgreSQL's own estimate, which it has after the first ANALYZE, or else the exact number. */
export async function estimateRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select reltuples::float8 as rows from pg_class where oid = ${table}::regclass and reltuples > 0`.execute(
    db,
  )
  if (rows[0]) return Math.round(rows[0].rows)
  const { rows: counted } = await sql<{
    rows: number
  }>`select count(*) as rows from ${sql.table(table)}`.execute(db)
  return Number(counted[0]?.rows)
}
