import type pg from 'pg'

type TableSize = { name: string; bytes: number; rows: number }

export type TableMeter = {
  /** Of all tables, in bytes as the database stores them. */
  total: number
  /** Notes copied rows of a table. Returns how much of the total is done. */
  add(table: string, rows: number): number
  /** The table is done, whatever its size was estimated to be. */
  finish(table: string): number
}

/** How far copying the tables is, from PostgreSQL's own sizes and estimates of rows: counting would take as long as copying. */
export async function createTableMeter(client: pg.ClientBase, names: readonly string[]): Promise<TableMeter> {
  const { rows: sizes } = await client.query<TableSize>(
    `select coalesce(p.relname, c.relname) as name, sum(pg_table_size(c.oid))::float8 as bytes, sum(greatest(c.reltuples, 0))::float8 as rows
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and coalesce(p.relname, c.relname) = any($1) group by 1`,
    [names],
  )
  const byName = new Map(sizes.map((size) => [size.name, size]))
  const copied = new Map<string, number>()
  let finished = 0
  return {
    total: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
    add(table, rows) {
      const count = (copied.get(table) ?? 0) + rows
      copied.set(table, count)
      const size = byName.get(table)
      return finished + (size?.rows ? size.bytes * Math.min(1, count / size.rows) : 0)
    },
    finish(table) {
      finished += byName.get(table)?.bytes ?? 0
      return finished
    },
  }
}
