import type { Conversation } from '@parley/contract/conversations'
import { sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import { often } from '../../db/prepare.ts'
import { notFound } from '../../http/errors.ts'
import { visibleTo } from './access.ts'
import { hydrateWanted, presentShared } from './present.ts'
import { listPrevious } from './previous.ts'

export async function getConversation(db: Db, actor: Actor, uuid: string): Promise<Conversation> {
  const one = sql`(
    select c.id, 1 as place from conversations c where c.uuid = ${uuid} and c.deleted_at is null and ${visibleTo(actor)}) as wanted`
  const [[row], previous, seen_at] = await Promise.all([
    hydrateWanted(db, one, actor.id, true),
    listPrevious(db, actor, uuid),
    assigneeSeenAt(db, uuid),
  ])
  if (!row) throw notFound('Conversation')
  return {
    ...presentShared(row),
    unread_message_count: row.unread,
    assignee_last_seen_at: seen_at?.toISOString() ?? null,
    ...previous,
  }
}

async function assigneeSeenAt(db: Db, uuid: string): Promise<Date | null> {
  const { rows } = await sql<{ seen_at: Date | null }>`${often}
    select seen.seen_at from conversations c
    join conversation_seen seen on seen.conversation_id = c.id and seen.agent_id = c.assigned_user_id
    where c.uuid = ${uuid}`.execute(db)
  return rows[0]?.seen_at ?? null
}
