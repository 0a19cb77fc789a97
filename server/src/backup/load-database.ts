import type pg from 'pg'
import type { Backfill } from '../backfills/backfill.ts'
import { backfillFinisher } from '../backfills/finish-backfill.ts'
import { migrate, restoringTable } from '../db/migrate.ts'
import type { Header } from './archive/format.ts'
import { listTables, type Sequence, type Table } from './copy-tables.ts'

/** Throws unless there is nothing in the database, or only what an interrupted restore has left. */
export async function assertEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ restoring: boolean; used: boolean }>(
    `select to_regclass($1) is not null as restoring,
       exists (select from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')) as used`,
    [restoringTable],
  )
  if (rows[0]?.used && !rows[0].restoring)
    throw new Error(
      'There are tables in this database already. Restore into an empty one: set DATABASE_URL to a new database, or PARLEY_DATA_DIR to a new folder.',
    )
}

/** The program's own migrations and backfills, unless a test supplies others. */
export type SchemaSource = { folder?: URL; backfills?: readonly Backfill[] }

/**
 * Creates the tables as of the last of these migrations, marked as being restored. Rows that migrations themselves insert may have a backfill
 * that a later migration requires, and nobody else could run it here.
 */
export async function createTables(
  client: pg.Client,
  connectionString: string,
  { migrations }: Pick<Header, 'migrations'>,
  { now, folder, backfills }: SchemaSource & { now: Date },
): Promise<void> {
  await client.query(`create table if not exists ${restoringTable} ()`)
  await migrate(connectionString, {
    until: migrations.at(-1),
    during_restore: true,
    finishBackfill: backfillFinisher(connectionString, {
      clock: { now: () => now },
      ...(backfills && { backfills }),
    }),
    ...(folder && { folder }),
  })
}

/**
 * Begins a transaction in which the tables are empty and accept rows in any order: without foreign keys, and without triggers, whose effects
 * are among the rows. Returns a function that puts both back, which checks every row, and commits. Foreign keys come back in the order
 * in which they were created, because a deletion follows them in that order.
 */
export async function beginLoading(
  client: pg.Client,
  { event_months, tables: expected }: Pick<Header, 'event_months' | 'tables'>,
): Promise<() => Promise<void>> {
  for (const month of event_months)
    await client.query('select ensure_events_partition($1::timestamptz)', [month])
  await client.query('begin')
  const tables = await listTables(client)
  assertSameTables(tables, expected)
  const { rows: foreignKeys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace
     order by oid`,
  )
  for (const { table, name } of foreignKeys)
    await client.query(`alter table ${table} drop constraint ${name}`)
  const names = tables.map(({ name }) => client.escapeIdentifier(name))
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  // Rows that migrations have put there.
  await client.query(`truncate ${names.join(', ')}`)
  return async () => {
    for (const name of names) await client.query(`alter table ${name} enable trigger user`)
    for (const { table, name, definition } of foreignKeys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    await client.query(`drop table ${restoringTable}`)
    await client.query('commit')
  }
}

function assertSameTables(existing: Table[], expected: Table[]): void {
  const describe = (tables: Table[]) =>
    JSON.stringify(tables.map(({ name, columns }) => [name, [...columns].sort()]))
  if (describe(existing) !== describe(expected))
    throw new Error(
      'The tables of the backup aren’t those that its migrations create. It was made from a database that was changed by other means.',
    )
}

export async function setSequences(client: pg.Client, sequences: Sequence[]): Promise<void> {
  for (const { name, last_value } of sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [client.escapeIdentifier(name), last_value])
}
