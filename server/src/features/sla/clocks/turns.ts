import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Phase } from './running-time.ts'

/** From a customer's message until a person's reply; `dropped_at` when a newer message replaced it after the conversation was closed. */
export type Turn = { message_id: number; started_at: Date; done_at: Date | null; dropped_at: Date | null }

export type TurnMessage = {
  id: number
  by: 'contact' | 'person'
  /** A reply answers everything received before it was written. */
  written_at: Date
  /** When the customer's message was received or the reply was sent; null until then. */
  at: Date | null
}

/**
 * The turns after the conversation's first message, in order. A customer's message starts one when none is open; the first sent reply that
 * was written after it ends it. Closing the conversation drops it: the next message starts another.
 */
export function computeTurns(
  messages: readonly TurnMessage[],
  first_id: number,
  phases: readonly Phase[],
): Turn[] {
  const turns: (Turn & { answer: TurnMessage | undefined })[] = []
  for (const message of messages) {
    if (message.by !== 'contact' || message.id === first_id || message.at === null) continue
    const last = turns.at(-1)
    const isOpen = last && !(last.answer && isAfter(message, last.answer))
    if (isOpen && !wasClosedBetween(phases, last.started_at, message.at)) continue
    if (isOpen) Object.assign(last, { dropped_at: message.at, done_at: null })
    const answer = messages
      .filter((reply) => reply.by === 'person' && reply.at !== null && isAfter(reply, message))
      .toSorted((a, b) => Number(a.at) - Number(b.at))[0]
    turns.push({
      message_id: message.id,
      started_at: message.at,
      done_at: answer?.at ?? null,
      dropped_at: null,
      answer,
    })
  }
  return turns.map(({ answer, ...turn }) => turn)
}

const isAfter = (one: TurnMessage, other: TurnMessage): boolean =>
  Number(one.written_at) === Number(other.written_at) ? one.id > other.id : one.written_at > other.written_at

const wasClosedBetween = (phases: readonly Phase[], from: Date, to: Date): boolean =>
  phases.some((phase) => phase.category === 'closed' && phase.from >= from && phase.from <= to)

/** Messages of customers and agents since then, without notes, auto-replies, and messages sent by rules and surveys. */
export const listMessagesSince = (db: Db, conversation_id: number, since: Date): Promise<TurnMessage[]> =>
  readTurnMessages(db, sql`m.conversation_id = ${conversation_id} and m.created_at >= ${since}`)

/** All messages of many conversations at once. */
export async function listMessagesByConversation(
  db: Db,
  conversation_ids: readonly number[],
): Promise<Map<number, TurnMessage[]>> {
  const rows = await readTurnMessages(db, sql`m.conversation_id = any(${[...conversation_ids]})`)
  return Map.groupBy(rows, ({ conversation_id }) => conversation_id)
}

async function readTurnMessages(
  db: Db,
  condition: RawBuilder<unknown>,
): Promise<(TurnMessage & { conversation_id: number })[]> {
  const { rows } = await sql<TurnMessage & { conversation_id: number }>`
    select m.conversation_id, m.id, case when m.type = 'incoming' then 'contact' else 'person' end as by,
      coalesce(m.written_at, m.created_at) as written_at, case when m.type = 'incoming' then m.created_at else m.sent_at end as at
    from messages m left join agents a on m.type = 'outgoing' and a.id = m.sender_id
    where ${condition} and not m.private
      and (m.type = 'incoming' and not jsonb_exists(m.meta, 'auto_reply')
        or m.type = 'outgoing' and not a.is_system and not jsonb_exists(m.meta, 'is_csat'))
    order by written_at, m.id`.execute(db)
  return rows
}

/** The first message of the conversation; 0 when it has none. */
export async function findFirstMessageId(db: Db, conversation_id: number): Promise<number> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', conversation_id)
    .where('type', '<>', 'activity')
    .where('private', '=', false)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}
