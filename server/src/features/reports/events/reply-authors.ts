import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Event } from '../../../spine/read-events.ts'

/** The authors of the sent replies in these events, by message id. People only: rules and surveys send as the system. */
export async function readReplyAuthors(
  db: Db,
  events: readonly Event[],
): Promise<ReadonlyMap<number, number>> {
  const ids = events.flatMap((event) => (isSentEvent(event) && event.message_id ? [event.message_id] : []))
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; sender_id: number }>`
    select m.id, m.sender_id from messages m join agents a on a.id = m.sender_id
    where m.id = any(${ids}) and m.type = 'outgoing' and not m.private and not a.is_system and m.meta->'is_csat' is distinct from 'true'`.execute(
    db,
  )
  return new Map(rows.map(({ id, sender_id }) => [id, sender_id]))
}

/** The mail server accepted the message. */
export function isSentEvent({ type, changes }: Pick<Event, 'type' | 'changes'>): boolean {
  const { status } = changes as { status?: [unknown, unknown] } // as spine/record-event.ts writes them
  return type === 'message.changed' && status?.[1] === 'sent'
}
