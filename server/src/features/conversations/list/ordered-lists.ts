import { sql } from 'kysely'
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
