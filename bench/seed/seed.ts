import pg from 'pg'
import { migrate } from '../../server/src/db/migrate.ts'
import { createDb, createPool } from '../../server/src/db/pool.ts'
import { dropIndexes } from './drop-indexes.ts'
import { indexSearch } from './index-search.ts'
import { load, loadedTables } from './load.ts'
import { buildReportRollups, moveSequences, readSizes, writeEvents } from './post-load.ts'
import { seeded } from './random.ts'
import { makeWorkspace } from './workspace.ts'

const day = 86_400_000
const years = 3

/**
 * What a database is filled with. `narrow` leaves out what only reading and searching messages needs (texts, search index, ledger of
 * received email, thread ids, files), which is most of the space; lists, counters, events and reports are the same.
 */
export type DataSet = { conversations: number; narrow: boolean }

/**
 * Fills an empty database with a workspace of this many conversations, with five messages each on average, over the three years until last
 * midnight (UTC). The same size gives the same rows, shifted in time. @throws when the database already contains conversations
 */
export async function seed(
  connectionString: string,
  { conversations, narrow }: DataSet,
  say: (line: string) => void,
): Promise<void> {
  await migrate(connectionString)
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await assertEmpty(client)
    const random = seeded(20_260_301)
    const until = new Date(Math.floor(Date.now() / day) * day)
    const from = new Date(until.getTime() - years * 365 * day)
    await client.query(
      `select ensure_events_partition(month) from generate_series($1::timestamptz, now() + interval '2 months', interval '1 month') month`,
      [from],
    )
    const db = createDb(createPool(connectionString, 2))
    const workspace = await makeWorkspace(db, random, from).finally(() => db.destroy())
    const first_contact = Math.max(...workspace.agents) + 1
    const size = {
      conversations,
      contacts: Math.max(10, Math.round(conversations / 5)),
      first_contact,
      from,
      until,
      narrow,
    }

    const recreateIndexes = await dropIndexes(client, loadedTables)
    const rows = await timed('rows', say, (since) =>
      load(connectionString, workspace, random, size, (messages) =>
        say(`${messages.toLocaleString('en')} messages, ${Math.round(messages / since())}/s`),
      ),
    )
    for (const [table, count] of Object.entries(rows)) say(`  ${table} ${count.toLocaleString('en')}`)
    await timed('indexes, keys and references', say, recreateIndexes)
    const events = await timed('events', say, () => writeEvents(client))
    say(`  events ${events.toLocaleString('en')}`)
    await moveSequences(client)
    // Each keeps one core busy.
    await Promise.all([
      timed('reports', say, () => buildReportRollups(connectionString)),
      ...(narrow ? [] : [timed('search', say, () => indexSearch(connectionString, say))]),
    ])
    await timed('vacuum and analyze', say, () => client.query('vacuum (analyze)'))
    await client.query('checkpoint').catch(() => {}) // needs a privilege; otherwise it happens later
    const sizes = await readSizes(client)
    say(`On disk ${gigabytes(sizes.total)}:`)
    for (const [table, bytes] of sizes.tables) say(`  ${table} ${gigabytes(bytes)}`)
  } finally {
    await client.end()
  }
}

async function assertEmpty(client: pg.Client) {
  const { rows } = await client.query<{ filled: boolean }>(
    'select exists (select from conversations) or exists (select from contacts) as filled',
  )
  if (rows[0]?.filled)
    throw new Error(
      'This database already contains conversations. Use an empty one, or delete the data folder',
    )
}

async function timed<T>(
  label: string,
  say: (line: string) => void,
  work: (since: () => number) => Promise<T>,
) {
  const from = performance.now()
  const since = () => (performance.now() - from) / 1000
  const result = await work(since)
  say(`${label}: ${since().toFixed(1)} s`)
  return result
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(2)} GB`
