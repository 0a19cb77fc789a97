import type { HoursField } from '@parley/contract/automation-fields'
import type { Tx } from '../../db/transact.ts'
import type { Event } from '../../spine/read.ts'
import type { ActiveRule } from './rule.ts'
import { dueAt, thresholdsOf } from './thresholds.ts'

export const momentJob = 'automation_moment'

/** A moment of a rule for a conversation. */
export type Moment = {
  rule_id: number
  conversation_id: number
  field: HoursField
  hours: number
  /** ISO. */
  base_at: string
}

/** One job for each: a later beginning takes the place of an earlier one. */
const keyOf = ({ rule_id, conversation_id, field, hours }: Moment) =>
  `${momentJob}:${rule_id}:${conversation_id}:${field}:${hours}`

/** Sets the clock for every moment, in one statement. */
export const setClock = (tx: Tx, moments: readonly Moment[]): Promise<void> =>
  tx.enqueueAll(
    momentJob,
    moments.map((moment) => ({
      payload: moment,
      key: keyOf(moment),
      run_at: dueAt(new Date(moment.base_at), moment.hours),
    })),
  )

type Changes = Record<string, [unknown, unknown]>

/** What began with an event, and when. `created` says when conversations began that are new: mail was received before it was read. */
function beginningsOf(event: Event, created: ReadonlyMap<number, Date>): { field: HoursField; base: Date }[] {
  const changes = event.changes as Changes // written by insertEvent
  const data = event.data as Record<string, unknown>
  if (event.conversation_id === null || data.historical === true) return []
  const set = (column: string) => {
    const value = changes[column]?.[1]
    return typeof value === 'string' ? new Date(value) : null
  }
  const closed = changes.status_category?.[1] === 'closed' && changes.status_category[0] !== 'closed'
  const beginnings: [HoursField, Date | null][] = [
    ['hours_since_created', isNew(event) ? (created.get(event.conversation_id) ?? null) : null],
    ['hours_since_first_reply', set('first_reply_at')],
    ['hours_since_last_reply', set('last_reply_at')],
    ['hours_since_resolved', closed ? event.at : null],
  ]
  return beginnings.flatMap(([field, base]) => (base ? [{ field, base }] : []))
}

const isNew = ({ type }: Event) => type === 'conversation.created'

async function createdAt(tx: Tx, events: readonly Event[]): Promise<ReadonlyMap<number, Date>> {
  const ids = events.filter(isNew).flatMap(({ conversation_id }) => conversation_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await tx.db
    .selectFrom('conversations')
    .select(['id', 'created_at'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, created_at }) => [id, created_at]))
}

/** Sets the clock of time rules for what began with these events; moments that lie before a rule are none of its own. */
export async function armEvents(
  tx: Tx,
  rules: readonly ActiveRule[],
  events: readonly Event[],
): Promise<void> {
  const waiting = rules
    .filter(({ type }) => type === 'time_trigger')
    .flatMap((rule) => thresholdsOf(rule.body).map((threshold) => ({ rule, ...threshold })))
  if (waiting.length === 0) return
  const created = await createdAt(tx, events)
  const moments = new Map<string, Moment>()
  for (const event of events)
    for (const { field, base } of beginningsOf(event, created))
      for (const { rule, field: asked, hours } of waiting) {
        if (asked !== field || dueAt(base, hours) <= rule.active_since) continue
        const conversation_id = event.conversation_id ?? 0
        const moment = { rule_id: rule.id, conversation_id, field, hours, base_at: base.toISOString() }
        moments.set(keyOf(moment), moment)
      }
  if (moments.size > 0) await setClock(tx, [...moments.values()])
}
