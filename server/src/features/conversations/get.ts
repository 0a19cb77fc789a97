import type { Conversation } from '@parley/contract/conversations'
import { sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import { notFound } from '../../http/errors.ts'
import { visibleTo } from './access.ts'
import { hydrateWanted, presentShared } from './present.ts'
import { countPrevious, type PreviousRow, presentPrevious, previousOf } from './previous.ts'

/** All of it in one statement: what one call asks of three connections at once, each of them waits for. */
export async function getConversation(db: Db, actor: Actor, uuid: string): Promise<Conversation> {
  const one = sql`(
    select c.id, c.contact_id, 1 as place from conversations c
    where c.uuid = ${uuid} and c.deleted_at is null and ${visibleTo(actor)}) as wanted`
  const more = sql<{ assignee_seen_at: Date | null; previous: PreviousRow[] }>`,
    (select seen.seen_at from conversation_seen seen
      where seen.conversation_id = c.id and seen.agent_id = c.assigned_user_id) as assignee_seen_at,
    ${previousOf(actor, sql`wanted`)} as previous`
  const [row] = await hydrateWanted(db, one, actor.id, true, more)
  if (!row) throw notFound('Conversation')
  return {
    ...presentShared(row),
    unread_message_count: row.unread,
    assignee_last_seen_at: row.assignee_seen_at?.toISOString() ?? null,
    previous_conversations: row.previous.map(presentPrevious),
    previous_count: await countPrevious(db, actor, row, row.previous.length),
  }
}
