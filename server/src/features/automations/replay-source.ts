import type { HoursField } from '@parley/contract/automation-fields'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Event } from '../../spine/read.ts'
import { type Occasion, occasionOf, typesOf } from './occasions.ts'
import type { Body } from './rule.ts'
import type { Wanted } from './snapshot.ts'
import { thresholdsOf } from './thresholds.ts'

/** Something that a rule would have looked at, the newest first. */
export type Examined = Wanted & {
  occasion: string
  event: Event | null
  /** Of a moment: what began when. */
  base: { field: HoursField; at: Date } | null
}

type Span = { from: Date; to: Date; most: number }

export async function eventsToExamine(
  db: Db,
  occasions: readonly Occasion[],
  { from, to, most }: Span,
): Promise<Examined[]> {
  const { rows } = await sql<Event>`
    select * from events
    where type = any(${typesOf(occasions)}) and at >= ${from} and at <= ${to} and conversation_id is not null
      and data->>'historical' is null
      and (type <> 'message.created' or (data->>'message_type' = 'incoming' and data->>'private' is distinct from 'true'))
      and (type <> 'message.changed' or (changes->'status'->>1 = 'sent' and data->>'message_type' = 'outgoing'))
    order by at desc, id desc limit ${most}`.execute(db)
  return rows.flatMap((event): Examined[] => {
    const occasion = occasionOf(event)
    if (!occasion || !occasions.includes(occasion)) return []
    return [
      {
        conversation_id: event.conversation_id ?? 0,
        message_id: /^conversation\.message\./.test(occasion) ? event.message_id : null,
        first: occasion === 'new_conversation',
        ...{ at: event.at, occasion, event, base: null },
      },
    ]
  })
}

/** When something begins that a moment counts from; the newest beginning of each conversation is known, earlier ones by their events. */
const beginnings: Record<HoursField, { at: RawBuilder<unknown>; from: RawBuilder<unknown> }> = {
  hours_since_created: { at: sql`c.created_at`, from: sql`conversations c where c.deleted_at is null` },
  hours_since_first_reply: {
    at: sql`c.first_reply_at`,
    from: sql`conversations c where c.deleted_at is null`,
  },
  hours_since_last_reply: {
    at: sql`(c.changes->'last_reply_at'->>1)::timestamptz`,
    from: sql`events c where c.conversation_id is not null and c.type = 'message.changed' and c.changes->'last_reply_at'->>1 is not null`,
  },
  hours_since_resolved: {
    at: sql`c.at`,
    from: sql`events c where c.conversation_id is not null and c.changes->'status_category'->>1 = 'closed'`,
  },
}

export async function momentsToExamine(
  db: Db,
  body: Pick<Body, 'groups'>,
  { from, to, most }: Span,
): Promise<Examined[]> {
  const found: Examined[] = []
  for (const { field, hours } of thresholdsOf(body)) {
    const { at, from: source } = beginnings[field]
    const isEvent = field === 'hours_since_last_reply' || field === 'hours_since_resolved'
    const id = isEvent ? sql`c.conversation_id` : sql`c.id`
    const earliest = new Date(from.getTime() - hours * 3_600_000)
    const latest = new Date(to.getTime() - hours * 3_600_000)
    const { rows } = await sql<{ id: number; base: Date }>`
      select ${id} as id, ${at} as base from ${source}
        and ${isEvent ? sql`c.at >= ${earliest}` : sql`true`} and ${at} >= ${earliest} and ${at} <= ${latest}
      order by 2 desc limit ${most}`.execute(db)
    found.push(
      ...rows.map(({ id, base }) => ({
        conversation_id: Number(id),
        message_id: null,
        first: false,
        at: new Date(base.getTime() + hours * 3_600_000),
        occasion: field,
        event: null,
        base: { field, at: base },
      })),
    )
  }
  return found.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, most)
}
