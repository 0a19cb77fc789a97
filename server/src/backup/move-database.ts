import pg from 'pg'
import { aliveInterval } from '../nodes/alive.ts'
import { markPaused, pausedCopyKey } from '../paused-copy.ts'
import { loadJobs, readJobs } from './copy-jobs.ts'
import { beginSnapshot, copyTable, listSequences, listTables, loadRows } from './copy-tables.ts'
import { readDatabaseFacts } from './database-facts.ts'
import { assertEmpty, beginLoading, createTables, type SchemaSource, setSequences } from './load-database.ts'
import type { Progress } from './progress.ts'
import { createTableMeter } from './table-sizes.ts'

type Move = {
  /** Connection strings of a workspace with the schema of this program, and of an empty database. */
  from: string
  to: string
  /** What the old database calls the new one. */
  called: string
  now: Date
  schema?: SchemaSource
}

/**
 * Copies all rows and jobs into another database, as of one moment. At the end it pauses the old one and then lets the new one work, so
 * that never both do. Files aren't touched. Returns the number of rows.
 */
export async function moveDatabase(move: Move, progress: Progress): Promise<number> {
  const { from, to, called, now } = move
  const [source, target] = [from, to].map(
    (connectionString) => new pg.Client({ connectionString, application_name: 'parley migrate-to' }),
  ) as [pg.Client, pg.Client]
  await source.connect()
  try {
    await target.connect()
    await assertStopped(source)
    await assertEmpty(target)
    const rows = await copy(source, target, move, progress)
    await assertUnchanged(source, target)
    await markPaused(source, { since: now.toISOString(), backup_of: null, moved_to: called })
    await target.query('delete from settings where key = $1', [pausedCopyKey])
    await target.query('analyze')
    return rows
  } finally {
    for (const client of [source, target]) await client.end().catch(() => {})
  }
}

async function copy(
  source: pg.Client,
  target: pg.Client,
  { to, now, schema }: Move,
  progress: Progress,
): Promise<number> {
  await beginSnapshot(source, await listTables(source))
  const facts = { ...(await readDatabaseFacts(source)), tables: await listTables(source) }
  await createTables(target, to, facts, { now, ...schema })
  const finishLoading = await beginLoading(target, facts)
  const meter = await createTableMeter(
    source,
    facts.tables.map(({ name }) => name),
  )
  progress.begin({ name: 'move', unit: 'bytes', total: meter.total })
  let total = 0
  for (const table of facts.tables) {
    await copyTable(source, table, async (bytes, count) => {
      await loadRows(target, table, bytes)
      total += count
      progress.update(meter.add(table.name, count))
    })
    progress.update(meter.finish(table.name))
  }
  for await (const { lines } of readJobs(source)) await loadJobs(target, lines)
  await setSequences(target, await listSequences(source))
  await source.query('commit')
  progress.begin({ name: 'finish', unit: 'rows', total: null })
  await markPaused(target, { since: now.toISOString(), backup_of: now.toISOString(), moved_to: null })
  await finishLoading()
  return total
}

async function assertStopped(source: pg.Client): Promise<void> {
  const { rows } = await source.query<{ host: string }>(
    `select distinct host from nodes where seen_at > clock_timestamp() - ${aliveInterval} order by host`,
  )
  if (rows.length > 0)
    throw new Error(
      `Parley is running on ${rows.map(({ host }) => host).join(', ')}. Stop it first: what happens during the move would be lost`,
    )
}

/** A server that was started in the meantime has written here, and its changes aren't in the copy. */
async function assertUnchanged(source: pg.Client, target: pg.Client): Promise<void> {
  const readNewest = async (client: pg.Client) =>
    (await client.query<{ newest: string | null }>('select max(id)::text as newest from events')).rows[0]
      ?.newest
  if ((await readNewest(source)) !== (await readNewest(target)))
    throw new Error(
      'The workspace was used during the move. It is unchanged: stop all servers, empty the new database, and run the command again',
    )
  await assertStopped(source)
}
