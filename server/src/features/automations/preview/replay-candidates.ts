import type { HoursField } from '@parley/contract/automations/automation-fields'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Event } from '../../../spine/read-events.ts'
import type { SnapshotRequest } from '../evaluate/snapshot.ts'
import type { RuleBody } from '../rules/rule.ts'
import { eventTypesFor, type Trigger, triggerOf } from '../triggers/event-triggers.ts'
import { thresholdsOf } from '../triggers/thresholds.ts'

/** Something that a rule would have been evaluated for, newest first. */
export type ReplayCandidate = SnapshotRequest & {
  trigger: string
  event: Event | null
  /** For time-based rules: the field and its base time. */
  base: { field: HoursField; at: Date } | null
}

type ReplayRange = { from: Date; to: Date; limit: number }

export async function listEventCandidates(
  db: Db,
  triggers: readonly Trigger[],
  { from, to, limit }: ReplayRange,
): Promise<ReplayCandidate[]> {
  const { rows } = await sql<Event>`
    select * from events
    where type = any(${eventTypesFor(triggers)}) and at >= ${from} and at <= ${to} and conversation_id is not null
      and data->>'historical' is null
      and (type <> 'message.created' or (data->>'message_type' = 'incoming' and data->>'private' is distinct from 'true'))
      and (type <> 'message.changed' or (changes->'status'->>1 = 'sent' and data->>'message_type' = 'outgoing'))
    order by at desc, id desc limit ${limit}`.execute(db)
  return rows.flatMap((event): ReplayCandidate[] => {
    const trigger = triggerOf(event)
    if (!trigger || !triggers.includes(trigger)) return []
    return [
      {
        conversation_id: event.conversation_id ?? 0,
        message_id: /^conversation\.message\./.test(trigger) ? event.message_id : null,
        use_first_message: trigger === 'new_conversation',
        ...{ at: event.at, trigger, event, base: null },
      },
    ]
  })
}

/** Where the base times of each field come from. Conversations store only the latest base time; earlier ones are in their events. */
const baseTimeSources: Record<HoursField, { at: RawBuilder<unknown>; from: RawBuilder<unknown> }> = {
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

export async function listTimeCandidates(
  db: Db,
  body: Pick<RuleBody, 'groups'>,
  { from, to, limit }: ReplayRange,
): Promise<ReplayCandidate[]> {
  const candidates: ReplayCandidate[] = []
  for (const { field, hours } of thresholdsOf(body)) {
    const { at, from: source } = baseTimeSources[field]
    const isEvent = field === 'hours_since_last_reply' || field === 'hours_since_resolved'
    const id = isEvent ? sql`c.conversation_id` : sql`c.id`
    const earliest = new Date(from.getTime() - hours * 3_600_000)
    const latest = new Date(to.getTime() - hours * 3_600_000)
    const { rows } = await sql<{ id: number; base: Date }>`
      select ${id} as id, ${at} as base from ${source}
        and ${isEvent ? sql`c.at >= ${earliest}` : sql`true`} and ${at} >= ${earliest} and ${at} <= ${latest}
      order by 2 desc limit ${limit}`.execute(db)
    candidates.push(
      ...rows.map(({ id, base }) => ({
        conversation_id: Number(id),
        message_id: null,
        use_first_message: false,
        at: new Date(base.getTime() + hours * 3_600_000),
        trigger: field,
        event: null,
        base: { field, at: base },
      })),
    )
  }
  return candidates.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, limit)
}
