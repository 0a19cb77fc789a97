import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Event } from '../../../spine/read-events.ts'

/** What deciding on a batch of events needs besides the events: a few queries, however many events there are. */
export type NoticeContext = {
  /** By conversation. */
  followers: ReadonlyMap<number, readonly number[]>
  /** By team. */
  members: ReadonlyMap<number, readonly number[]>
  /** The agents who wrote outgoing messages that could not be delivered, by message. Null for automatic ones. */
  authors: ReadonlyMap<number, number | null>
  /** The contacts who wrote incoming messages, by message. */
  contacts: ReadonlyMap<number, number>
}

export async function loadNoticeContext(db: Db, events: readonly Event[]): Promise<NoticeContext> {
  const followers = await listPairs(
    db,
    events.map(({ conversation_id }) => conversation_id),
    (ids) =>
      sql`select conversation_id as key, agent_id as id from followers where conversation_id = any(${ids})`,
  )
  const members = await listPairs(
    db,
    events.flatMap((event) => mentionsOf(event).team_ids),
    (ids) => sql`select team_id as key, agent_id as id from team_members where team_id = any(${ids})`,
  )
  const authors = await listPairs(
    db,
    events.filter(isFailure).map(({ message_id }) => message_id),
    (ids) => sql`select m.id as key, a.id from messages m
      left join agents a on a.id = m.sender_id and not a.is_system
      where m.id = any(${ids}) and m.type = 'outgoing' and not m.private and m.sender_type = 'agent'`,
  )
  const contacts = await listPairs(
    db,
    events.filter(({ type }) => type === 'message.created').map(({ message_id }) => message_id),
    (ids) => sql`select id as key, sender_id as id from messages
      where id = any(${ids}) and type = 'incoming' and sender_type = 'contact'`,
  )
  return {
    followers: groupByKey(followers),
    members: groupByKey(members),
    authors: new Map(authors.map(({ key, id }) => [key, id])),
    contacts: new Map(contacts.flatMap(({ key, id }) => (id === null ? [] : [[key, id]]))),
  }
}

type Mentions = { agent_ids: readonly number[]; team_ids: readonly number[] }

/** Who a note mentions (features/messages/mentions.ts). */
export function mentionsOf(event: Event): Mentions {
  const data = event.data as { mentioned_agent_ids?: number[]; mentioned_team_ids?: number[] } // written by sendMessage
  return { agent_ids: data.mentioned_agent_ids ?? [], team_ids: data.mentioned_team_ids ?? [] }
}

/** Whether an outgoing message was not delivered: sending failed for good, or it bounced. */
export const isFailure = ({ type, changes }: Event): boolean =>
  type === 'message.changed' && (changes as { status?: unknown[] }).status?.[1] === 'failed' // written by insertEvent

type Pair = { key: number; id: number | null }

async function listPairs(
  db: Db,
  keys: readonly (number | null)[],
  query: (ids: number[]) => RawBuilder<unknown>,
): Promise<Pair[]> {
  const ids = [...new Set(keys.filter((key) => key !== null))]
  if (ids.length === 0) return []
  return (await query(ids).execute(db)).rows as Pair[] // the queries above select these columns
}

function groupByKey(pairs: readonly Pair[]): Map<number, number[]> {
  const groups = new Map<number, number[]>()
  for (const { key, id } of pairs) if (id !== null) groups.set(key, [...(groups.get(key) ?? []), id])
  return groups
}
