import type { Conversation, ConversationReference } from '@parley/contract/conversations/conversations'
import { sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import { readableBy } from '../../conversation-access.ts'
import type { Db } from '../../db/pool.ts'
import { notFound } from '../../http/errors.ts'
import { hydrateConversationsFrom, presentShared } from './present-conversation.ts'
import {
  type PreviousRow,
  presentPrevious,
  previousConversationsColumn,
  previousCountColumn,
} from './previous-conversations.ts'

/**
 * One statement on purpose: with three parallel queries, a request would hold three connections that others wait for.
 */
export async function getConversation(db: Db, actor: Actor, uuid: string): Promise<Conversation> {
  const source = sql`(
    select own.id, own.contact_id, own.merge_root_id, 1 as ord from conversations own
    where own.uuid = ${uuid} and ${readableBy(actor)}) as wanted`
  const extraColumns = sql<{
    assignee_seen_at: Date | null
    previous: PreviousRow[]
    previous_count: number
    merged_into: ConversationReference | null
  }>`,
    (select json_build_object('uuid', root.uuid, 'reference_number', root.reference_number, 'subject', root.subject)
      from conversations root where root.id = wanted.merge_root_id) as merged_into,
    (select seen.seen_at from conversation_seen seen
      where seen.conversation_id = c.id and seen.agent_id = c.assigned_user_id) as assignee_seen_at,
    ${previousConversationsColumn(actor, sql`wanted`)} as previous,
    ${previousCountColumn(actor, sql`wanted`)} as previous_count`
  const [row] = await hydrateConversationsFrom(db, source, actor.id, true, extraColumns)
  if (!row) throw notFound('Conversation')
  return {
    ...presentShared(row),
    unread_message_count: row.unread,
    assignee_last_seen_at: row.assignee_seen_at?.toISOString() ?? null,
    previous_conversations: row.previous.map(presentPrevious),
    previous_count: row.previous_count,
    merged_into: row.merged_into,
  }
}
