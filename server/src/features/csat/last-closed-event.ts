import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** The event that last closed the conversation, whether as Resolved or Closed; undefined if it was never closed. */
export const findLastClosedEvent = (
  db: Db,
  conversation_id: number,
): Promise<{ id: number; at: Date } | undefined> =>
  db
    .selectFrom('events')
    .select(['id', 'at'])
    .where('conversation_id', '=', conversation_id)
    .where(sql<boolean>`changes->'status_category'->>1 = 'closed'`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
