import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { isLockTimeout } from '../db/lock-timeout.ts'

/** A table with the columns that are copied: all but those that PostgreSQL generates. */
export type Table = { name: string; columns: string[] }
export type Sequence = { name: string; last_value: string }

/** What belongs to the running processes or to the schema, and not to the workspace. */
const excludedTables = ['migrations', 'nodes', 'leases', 'restoring']

/** Without partitions, which are copied through their parent. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all($1)
     group by c.relname order by c.relname`,
    [excludedTables],
  )
  return rows
}

/** Shorter than deadlock_timeout: if a migration and this wait for each other, this gives up before the migration is ended. */
const lockTimeoutMs = 800
const pauseMs = 1_000

/**
 * Begins a read-only transaction as of one moment, in which no migration can change these tables. Locks come first, because a table that is
 * rewritten after the first query has taken the snapshot looks empty in it. Waits for migrations that have begun.
 */
export async function beginSnapshot(client: pg.ClientBase, tables: Pick<Table, 'name'>[]): Promise<void> {
  const names = tables.map(({ name }) => client.escapeIdentifier(name))
  // Jobs are read from these, which the queue's own migrations change.
  const queue = ['_private_jobs', '_private_tasks'].map((name) => `graphile_worker.${name}`)
  for (;;)
    try {
      await client.query('begin isolation level repeatable read, read only')
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
      await client.query(`lock table ${[...names, ...queue].join(', ')} in access share mode`)
      await client.query('set local lock_timeout to default')
      return
    } catch (error) {
      await client.query('rollback')
      if (!isLockTimeout(error)) throw error
      await wait(pauseMs)
    }
}

export async function listSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select sequencename as name, last_value::text as last_value from pg_sequences
     where schemaname = current_schema() and last_value is not null order by sequencename`,
  )
  return rows
}

/** Several parts keep memory bounded, and tell where an archive is damaged. In bytes. */
const partBytes = 8 * 1024 * 1024

/** Passes the rows of a table in parts that end with a whole row, in the text format of COPY. */
export async function copyTable(
  client: pg.ClientBase,
  { name, columns }: Table,
  onPart: (rows: Buffer, count: number) => Promise<void>,
): Promise<void> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  // COPY of a table alone leaves out its partitions.
  const rows = client.query(copyTo(`copy (select ${list} from ${client.escapeIdentifier(name)}) to stdout`))
  let pending: Buffer[] = []
  let size = 0
  const flush = async (bytes: Buffer) => {
    if (bytes.length > 0) await onPart(bytes, countRows(bytes))
  }
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    pending.push(chunk)
    size += chunk.length
    if (size < partBytes) continue
    const bytes = Buffer.concat(pending)
    const end = bytes.lastIndexOf('\n') + 1
    pending = [bytes.subarray(end)]
    size = bytes.length - end
    await flush(bytes.subarray(0, end))
  }
  await flush(Buffer.concat(pending))
}

/** Line breaks within values are escaped. */
export function countRows(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1
  return count
}

/** Loads one part. */
export async function loadRows(client: pg.ClientBase, { name, columns }: Table, rows: Buffer): Promise<void> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const target = client.query(copyFrom(`copy ${client.escapeIdentifier(name)} (${list}) from stdin`))
  await pipeline(Readable.from([rows]), target)
}

/** A value of a row in the text format, or null. https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS */
export function* readColumn(rows: Buffer, index: number): Generator<string | null> {
  for (const line of rows.toString('utf8').split('\n')) {
    if (line === '') continue
    const field = line.split('\t')[index] ?? '\\N'
    yield field === '\\N' ? null : field
  }
}
