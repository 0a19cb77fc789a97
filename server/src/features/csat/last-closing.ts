import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** The event by which a conversation was last closed, whether Resolved or Closed; 0 when it never was. */
export async function lastClosing(db: Db, conversation_id: number): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select('id')
    .where('conversation_id', '=', conversation_id)
    .where(sql<boolean>`changes->'status_category'->>1 = 'closed'`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}
