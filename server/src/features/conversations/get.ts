import type { Conversation, PreviousConversation as PreviousSchema } from '@parley/contract/conversations'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import { notFound } from '../../http/errors.ts'
import { findVisible, visibleTo } from './access.ts'
import { hydrate, presentShared } from './present.ts'

export async function getConversation(db: Db, actor: Actor, uuid: string): Promise<Conversation> {
  const { id, contact_id, assigned_user_id } = await findVisible(db, actor, uuid)
  const [[row], previous_conversations, seen_at] = await Promise.all([
    hydrate(db, [id], actor.id),
    listPrevious(db, actor, contact_id, id),
    assigned_user_id === null ? null : readSeenAt(db, id, assigned_user_id),
  ])
  if (!row) throw notFound('Conversation')
  return {
    ...presentShared(row),
    unread_message_count: row.unread,
    assignee_last_seen_at: seen_at?.toISOString() ?? null,
    previous_conversations,
  }
}

async function readSeenAt(db: Db, conversation_id: number, agent_id: number): Promise<Date | null> {
  const row = await db
    .selectFrom('conversation_seen')
    .select('seen_at')
    .where('agent_id', '=', agent_id)
    .where('conversation_id', '=', conversation_id)
    .executeTakeFirst()
  return row?.seen_at ?? null
}

/** The contact's ten newest other conversations that the actor may see, newest first. */
async function listPrevious(db: Db, actor: Actor, contact_id: number, except_id: number) {
  const { rows } = await sql<
    Omit<PreviousConversation, 'contact' | 'created_at' | 'updated_at' | 'last_message_at'> & Dates & Contact
  >`
    select c.id, c.created_at, c.updated_at, c.uuid, c.subject, s.name as status, c.last_message, c.last_message_at,
      k.first_name, k.last_name, k.avatar_url
    from conversations c join contacts k on k.id = c.contact_id join statuses s on s.id = c.status_id
    where c.contact_id = ${contact_id} and c.id <> ${except_id} and c.deleted_at is null and ${visibleTo(actor)}
    order by c.created_at desc, c.id desc limit 10`.execute(db)
  return rows.map(
    ({ first_name, last_name, avatar_url, ...row }): PreviousConversation => ({
      ...row,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
      last_message_at: row.last_message_at.toISOString(),
      contact: { first_name, last_name, avatar_url },
    }),
  )
}

type PreviousConversation = z.infer<typeof PreviousSchema>
type Dates = { created_at: Date; updated_at: Date; last_message_at: Date }
type Contact = { first_name: string; last_name: string; avatar_url: string | null }
