import pg from 'pg'
import { queueBackfill, readBackfills } from '../../server/src/backfills/read-backfills.ts'
import { runBackfills } from '../../server/src/backfills/run-backfills.ts'
import { systemClock } from '../../server/src/clock.ts'
import { createDb, createPool } from '../../server/src/db/pool.ts'

const indexes = {
  search_messages_keys: 'create index search_messages_keys on search_messages using gin (keys)',
  search_conversations_keys:
    'create index search_conversations_keys on search_conversations using gin (keys)',
}

/** Indexes rows loaded by COPY for search. Dropping the indexes and recreating them takes minutes, row by row it would take an hour. */
export async function indexSearch(connectionString: string, say: (line: string) => void): Promise<void> {
  const client = new pg.Client(connectionString)
  await client.connect()
  const pool = createPool(connectionString, 2)
  const db = createDb(pool)
  try {
    for (const name of Object.keys(indexes)) await client.query(`drop index if exists ${name}`)
    for (const name of ['search_messages', 'search_conversations']) await queueBackfill(db, name)
    const options = { ms: 30_000, first_batch: 2_000, yields: false }
    while ((await runBackfills({ db, clock: systemClock }, options)) === 'more')
      for (const { name, done, estimate } of await readBackfills(db))
        say(`${name}: ${done} of about ${estimate}`)
    await client.query(`set maintenance_work_mem = '1GB'`)
    for (const definition of Object.values(indexes)) await client.query(definition)
    await client.query('vacuum (analyze) search_messages, search_conversations')
  } finally {
    await db.destroy()
    await client.end()
  }
}
