import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { migrationsFolder, readSchema, type Schema } from '../db/migrate.ts'
import {
  readOldestCompatible,
  readRequiredBackfill,
  requiredSchema,
  schemaNumberOf,
} from '../db/schema-version.ts'
import { classifyMigration, type Lock, lockLevels, type Work } from './classify-migration.ts'

export type PlannedMigration = {
  file: string
  schema: string
  /** From its leading comment. */
  purpose: string
  /** What it keeps others from doing while it runs: the strongest of its locks, and on which tables. */
  blocks: { lock: Lock; tables: string[] }
  /** On this data; at most a few milliseconds count as 0. */
  seconds: number
  /** The name of the backfill that has to finish before it. */
  required_backfill: string | null
  /** Some statements can't be estimated. */
  has_unknown: boolean
}

export type UpgradePlan = Schema & {
  target: string
  migrations: PlannedMigration[]
  unfinished_backfills: UnfinishedBackfill[]
  /** Whether nodes of the running release can keep running. */
  is_rolling: boolean
}

type UnfinishedBackfill = { name: string; done: number; estimate: number | null }

/** What an upgrade of this database would do. Changes nothing. */
export async function planUpgrade(connectionString: string): Promise<UpgradePlan> {
  const schema = await readSchema(connectionString)
  const sizes = await readSizes(connectionString)
  const unfinished_backfills = await readUnfinishedBackfills(connectionString)
  const created = new Set<string>()
  const migrations: PlannedMigration[] = []
  const declared: { name: string; oldest_compatible_schema: string | null }[] = []
  for (const file of schema.missing) {
    const sql = await readFile(new URL(file, migrationsFolder), 'utf8')
    declared.push({ name: file, oldest_compatible_schema: readOldestCompatible(sql) })
    const { locks, work, unknown } = classifyMigration(sql, created)
    migrations.push({
      ...{ file, schema: schemaNumberOf(file), purpose: readPurpose(sql) },
      blocks: strongestLock(locks),
      seconds: work.reduce((sum, one) => sum + estimateSeconds(one, sizes), 0),
      required_backfill: readRequiredBackfill(sql),
      has_unknown: unknown.length > 0,
    })
  }
  const required = requiredSchema(declared)
  return {
    ...schema,
    target: migrations.at(-1)?.schema ?? schema.current ?? '',
    migrations,
    unfinished_backfills,
    is_rolling: required === null || (schema.current !== null && required <= schema.current),
  }
}

/** The first sentences of the comment at the start. */
function readPurpose(sql: string): string {
  const lines: string[] = []
  for (const line of sql.split('\n')) {
    if (!line.startsWith('--') || /^-- [a-z-]+: /.test(line)) break
    lines.push(line.replace(/^--\s*/, ''))
  }
  return lines.join(' ').trim()
}

function strongestLock(locks: Map<string, Lock>): PlannedMigration['blocks'] {
  const lock = lockLevels.findLast((level) => [...locks.values()].includes(level)) ?? 'none'
  return { lock, tables: [...locks].flatMap(([table, level]) => (level === lock ? [table] : [])).sort() }
}

/** Of a table with its partitions. Rows are PostgreSQL's estimate. */
type TableSize = { rows: number; bytes: number; bytes_with_indexes: number }

async function readSizes(connectionString: string): Promise<Map<string, TableSize>> {
  const rows = await query<TableSize & { name: string }>(
    connectionString,
    `select coalesce(p.relname, c.relname) as name, sum(greatest(c.reltuples, 0))::float8 as rows,
         sum(pg_table_size(c.oid))::float8 as bytes, sum(pg_total_relation_size(c.oid))::float8 as bytes_with_indexes
       from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1`,
  )
  return new Map(rows.map(({ name, ...size }) => [name, size]))
}

/** Schemas before 0106 have none. */
async function readUnfinishedBackfills(connectionString: string): Promise<UnfinishedBackfill[]> {
  const [table] = await query<{ has: boolean }>(
    connectionString,
    `select to_regclass('backfills') is not null as has`,
  )
  if (!table?.has) return []
  return query(
    connectionString,
    'select name, done::float8, estimate::float8 from backfills where finished_at is null order by name',
  )
}

async function query<Row extends pg.QueryResultRow>(connectionString: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/**
 * Measured with PostgreSQL 15 on two busy cores (2026-11-28) on a table of a million rows, 585 MB and three indexes: rewriting it took 8 s,
 * updating every row 26 s, an index 0.6 to 1.1 s, copying two columns 1.4 s. Reading took 0.2 s from memory; disks are slower.
 */
const readBytesPerSecond = 500e6
const rewriteBytesPerSecond = 80e6
const secondsPerRow = { index: 1.1e-6, update: 26e-6, copy: 5e-6 }

function estimateSeconds({ kind, table }: Work, sizes: Map<string, TableSize>): number {
  const size = sizes.get(table)
  if (!size) return 0
  if (kind === 'rewrite') return size.bytes_with_indexes / rewriteBytesPerSecond
  const reading = size.bytes / readBytesPerSecond
  return kind === 'scan' ? reading : reading + size.rows * secondsPerRow[kind]
}
