import type { SideThread } from '@parley/contract/messages/side-threads'
import { sql } from 'kysely'
import type { Actor } from '../../../actor.ts'
import { getVisible } from '../../../conversation-access.ts'
import type { Db } from '../../../db/pool.ts'
import { withMerged } from '../../../merged-conversations.ts'
import { isOfConversation } from './side-threads.ts'

type Row = {
  uuid: string
  created_at: Date
  subject: string
  participants: string[]
  agent_id: number
  first_name: string
  last_name: string
  message_count: number
  last_uuid: string | null
  last_at: Date
  last_text: string
  last_sender_type: 'agent' | 'contact'
  last_sender: string
}

const previewLength = 200

/**
 * The side threads of a conversation, oldest first, for everyone who sees it. Only messages that are shown in it count:
 * those written in another conversation while this one was merged into it stay there.
 */
export async function listSideThreads(db: Db, actor: Actor, uuid: string): Promise<SideThread[]> {
  const c = await getVisible(db, actor, uuid)
  const emails = sql`messages m
    where m.side_thread_id = t.id and m.conversation_id = any(${withMerged(c.id)}) and m.type <> 'activity'`
  const { rows } = await sql<Row>`
    select t.uuid, t.created_at, t.subject, a.id as agent_id, a.first_name, a.last_name,
      array(
        select address from unnest(t.participants) with ordinality as participant (address, place)
        where exists (select from ${emails} and m.sender_type = 'agent'
          and (m.meta->'to' ? address or m.meta->'cc' ? address or m.meta->'bcc' ? address))
        order by place) as participants,
      (select count(*)::int from ${emails}) as message_count,
      last.uuid as last_uuid, last.created_at as last_at, left(last.text_content, ${previewLength}) as last_text,
      last.sender_type as last_sender_type, trim(coalesce(la.first_name || ' ' || la.last_name, lk.first_name || ' ' || lk.last_name, '')) as last_sender
    from side_threads t
    join agents a on a.id = t.created_by_id
    left join lateral (select m.* from ${emails} order by m.created_at desc, m.id desc limit 1) last on true
    left join agents la on last.sender_type = 'agent' and la.id = last.sender_id
    left join contacts lk on last.sender_type = 'contact' and lk.id = last.sender_id
    where ${isOfConversation(c.id)}
    order by t.id`.execute(db)
  return rows.map((row) => ({
    uuid: row.uuid,
    created_at: row.created_at.toISOString(),
    subject: row.subject,
    participants: row.participants,
    created_by: { id: row.agent_id, first_name: row.first_name, last_name: row.last_name },
    message_count: row.message_count,
    last_message:
      row.last_uuid === null
        ? null
        : {
            uuid: row.last_uuid,
            created_at: row.last_at.toISOString(),
            preview: row.last_text,
            sender_name: row.last_sender,
            is_answer: row.last_sender_type === 'contact',
          },
  }))
}
