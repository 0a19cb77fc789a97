import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { indexConversation } from './index-conversation.ts'
import { readConversationTexts } from './read-conversation-texts.ts'

/** Reindexes conversations whose subject or contact changed, until none is left or this time has passed. */
export async function reindexAllStale(db: Db, { ms, batch }: { ms: number; batch: number }): Promise<void> {
  const deadline = performance.now() + ms
  while ((await reindexStale(db, batch)) > 0) if (performance.now() > deadline) return
}

/** Returns how many. */
export const reindexStale = (db: Db, batch: number): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const { rows: stale } = await sql<{ id: number }>`
      delete from search_stale where conversation_id in (
        select conversation_id from search_stale limit ${batch} for update skip locked)
      returning conversation_id as id`.execute(trx)
    const ids = stale.map(({ id }) => id)
    for (const conversation of await readConversationTexts(trx, sql`c.id = any(${ids})`))
      await indexConversation(trx, conversation)
    return ids.length
  })
