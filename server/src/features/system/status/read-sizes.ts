import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { readGauges } from '../../../db/read-gauges.ts'

type TableSize = { name: string; bytes: number; rows: number | null }

const shownTables = 8
const searchTables = ['search_messages', 'search_conversations', 'file_texts']

/**
 * Sizes as the database keeps them, with indexes, and its own estimates of rows: counting would read everything. Partitions count for
 * their table.
 */
export async function readDatabaseSizes(
  db: Db,
): Promise<{ database_bytes: number; search_bytes: number; tables: TableSize[] }> {
  return readGauges(db, async (trx) => {
    const [{ rows: databases }, { rows: tables }] = [
      await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(trx),
      await sql<TableSize>`
        select regexp_replace(coalesce(parent.relname, c.relname), '^_private_', 'queue_') as name, sum(pg_total_relation_size(c.oid))::bigint as bytes,
          sum(nullif(c.reltuples, -1))::bigint as rows
        from pg_class c
        left join pg_inherits i on i.inhrelid = c.oid
        left join pg_class parent on parent.oid = i.inhparent
        where c.relkind = 'r' and c.relnamespace in (current_schema()::regnamespace, to_regnamespace('graphile_worker'))
        group by 1 order by bytes desc`.execute(trx),
    ]
    return {
      database_bytes: databases[0]?.bytes ?? 0,
      search_bytes: tables
        .filter(({ name }) => searchTables.includes(name))
        .reduce((total, { bytes }) => total + bytes, 0),
      tables: tables.slice(0, shownTables),
    }
  })
}
