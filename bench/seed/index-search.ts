import pg from 'pg'
import { createDb, createPool } from '../../server/src/db/pool.ts'
import { backfillIndex } from '../../server/src/search-index/backfill-index.ts'

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
    await client.query(`update search_progress p set below = (
      select coalesce(max(id), 0) + 1 from (select id, 'messages' as kind from messages union all select id, 'conversations' from conversations) every
      where every.kind = p.kind)`)
    while ((await backfillIndex(db, { ms: 30_000, batch: 2000 })) === 'more') {
      const { rows } = await client.query<{ below: string }>(
        `select below from search_progress where kind = 'messages'`,
      )
      say(`search: messages below ${rows[0]?.below} still to be indexed`)
    }
    await client.query(`set maintenance_work_mem = '1GB'`)
    for (const definition of Object.values(indexes)) await client.query(definition)
    await client.query('vacuum (analyze) search_messages, search_conversations')
  } finally {
    await db.destroy()
    await client.end()
  }
}
