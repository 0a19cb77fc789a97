import type { Conversation, PreviousConversation as PreviousSchema } from '@parley/contract/conversations'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import { often } from '../../db/prepare.ts'
import { notFound } from '../../http/errors.ts'
import { visibleTo } from './access.ts'
import { hydrateWanted, presentShared } from './present.ts'

export async function getConversation(db: Db, actor: Actor, uuid: string): Promise<Conversation> {
  const one = sql`(
    select c.id, 1 as place from conversations c where c.uuid = ${uuid} and c.deleted_at is null and ${visibleTo(actor)}) as wanted`
  const [[row], previous_conversations, seen_at] = await Promise.all([
    hydrateWanted(db, one, actor.id, true),
    listPrevious(db, actor, uuid),
    assigneeSeenAt(db, uuid),
  ])
  if (!row) throw notFound('Conversation')
  return {
    ...presentShared(row),
    unread_message_count: row.unread,
    assignee_last_seen_at: seen_at?.toISOString() ?? null,
    previous_conversations,
  }
}

async function assigneeSeenAt(db: Db, uuid: string): Promise<Date | null> {
  const { rows } = await sql<{ seen_at: Date | null }>`${often}
    select seen.seen_at from conversations c
    join conversation_seen seen on seen.conversation_id = c.id and seen.agent_id = c.assigned_user_id
    where c.uuid = ${uuid}`.execute(db)
  return rows[0]?.seen_at ?? null
}

/** The contact's ten newest other conversations that the actor may see, newest first. */
async function listPrevious(db: Db, actor: Actor, uuid: string) {
  const { rows } = await sql<
    Omit<PreviousConversation, 'contact' | 'created_at' | 'updated_at' | 'last_message_at'> & Dates & Contact
  >`${often}
    select c.id, c.created_at, c.updated_at, c.uuid, c.subject, s.name as status, c.last_message, c.last_message_at,
      k.first_name, k.last_name, k.avatar_url
    from conversations this join conversations c on c.contact_id = this.contact_id and c.id <> this.id
    join contacts k on k.id = c.contact_id join statuses s on s.id = c.status_id
    where this.uuid = ${uuid} and c.deleted_at is null and ${visibleTo(actor)}
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
