import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../actor.ts'
import type { OrderedList } from './ordered-list.ts'

export const snoozedList: OrderedList = {
  name: 'snoozed_until asc',
  from: sql`conversations c`,
  condition: sql`c.snoozed_until is not null and c.deleted_at is null`,
  sorted: sql`c.snoozed_until`,
  descending: false,
}

export const scheduledList: OrderedList = {
  name: 'scheduled_at asc',
  from: sql`conversations c`,
  condition: sql`c.scheduled_at is not null and c.deleted_at is null`,
  sorted: sql`c.scheduled_at`,
  descending: false,
}

/** The agent's newest reply in each conversation. Held replies are the author's to take back, so they don't count yet. */
export const sentList = (agent_id: number): OrderedList => ({
  name: `sent by ${agent_id} desc`,
  from: sql`messages m join conversations c on c.id = m.conversation_id`,
  condition: sql`m.sender_id = ${agent_id} and m.sender_type = 'agent' and m.type = 'outgoing' and not m.private
    and m.held_until is null and c.deleted_at is null
    and not exists (
      select from messages newer
      where newer.conversation_id = m.conversation_id and newer.sender_id = m.sender_id and newer.sender_type = 'agent'
        and newer.type = 'outgoing' and not newer.private and newer.held_until is null
        and (newer.created_at, newer.id) > (m.created_at, m.id))`,
  sorted: sql`m.created_at`,
  descending: true,
})

/** Conversations with a note that mentions the agent or one of their teams, by the newest mention; unread ones come first. */
export const mentionsList = ({ id, team_ids }: Actor): OrderedList => ({
  name: `mentions of ${id} desc`,
  from: sql`(
    select m.conversation_id, max(m.created_at) as mentioned_at
    from mentions mention join messages m on m.id = mention.message_id
    where mention.agent_id = ${id} or mention.team_id = any(${[...team_ids]}::bigint[])
    group by m.conversation_id) mentioned join conversations c on c.id = mentioned.conversation_id`,
  condition: sql`c.deleted_at is null`,
  // A list is sorted by one time: that of unread ones is moved a century ahead.
  sorted: sql`(mentioned.mentioned_at + case when c.unread_counter > coalesce((
      select seen.seen_counter + seen.own_since from conversation_seen seen
      where seen.agent_id = ${id} and seen.conversation_id = c.id), 0)
    then interval '100 years' else interval '0' end)`,
  descending: true,
})

/** The agent's newest draft in each conversation, or in one that was merged into it. */
export const draftsList = (agent_id: number): OrderedList => ({
  name: `drafts of ${agent_id} desc`,
  from: sql`(
    select coalesce(own.merge_root_id, own.id) as conversation_id, max(drafts.updated_at) as updated_at
    from drafts join conversations own on own.id = drafts.conversation_id
    where drafts.agent_id = ${agent_id} and drafts.content is not null group by 1) d
    join conversations c on c.id = d.conversation_id`,
  condition: sql`c.deleted_at is null`,
  sorted: sql`d.updated_at`,
  descending: true,
})

const trashedList = (name: string, condition: RawBuilder<boolean>): OrderedList => ({
  name,
  from: sql`conversations c`,
  condition: sql`c.deleted_at is not null and c.merged_into_id is null and ${condition}`,
  sorted: sql`c.deleted_at`,
  descending: true,
})

export const trashList = trashedList('trashed desc', sql`c.trash_reason is distinct from 'spam'`)
export const spamList = trashedList('spam desc', sql`c.trash_reason = 'spam'`)
