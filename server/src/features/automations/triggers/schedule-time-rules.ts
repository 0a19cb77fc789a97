import type { HoursField } from '@parley/contract/automations/automation-fields'
import type { Tx } from '../../../db/transaction.ts'
import type { Event } from '../../../spine/read-events.ts'
import type { ActiveRule } from '../rules/rule.ts'
import type { Arrivals } from './arrivals-from-spam.ts'
import { dueAt, thresholdsOf } from './thresholds.ts'

export const timeRuleJob = 'automation_moment'

/** A timer of a time-based rule for one conversation. */
export type TimeRuleTimer = {
  rule_id: number
  conversation_id: number
  field: HoursField
  hours: number
  /** ISO. */
  base_at: string
}

/** One job per key: a later base time replaces an earlier one. */
const timerKey = ({ rule_id, conversation_id, field, hours }: TimeRuleTimer) =>
  `${timeRuleJob}:${rule_id}:${conversation_id}:${field}:${hours}`

/** Sets all timers in one statement. */
export const setTimers = (tx: Tx, timers: readonly TimeRuleTimer[]): Promise<void> =>
  tx.enqueueAll(
    timeRuleJob,
    timers.map((timer) => ({
      payload: timer,
      key: timerKey(timer),
      run_at: dueAt(new Date(timer.base_at), timer.hours),
    })),
  )

type Changes = Record<string, [unknown, unknown]>

/**
 * Base times that this event sets. `created` has the creation times of new conversations by event, which can be earlier than the event: an
 * email is received before it is processed, and may have been in spam.
 */
function baseTimesOf(event: Event, created: ReadonlyMap<number, Date>): { field: HoursField; base: Date }[] {
  const changes = event.changes as Changes // written by insertEvent
  const data = event.data as Record<string, unknown>
  if (event.conversation_id === null || data.historical === true) return []
  const newDate = (column: string) => {
    const value = changes[column]?.[1]
    return typeof value === 'string' ? new Date(value) : null
  }
  const closed = changes.status_category?.[1] === 'closed' && changes.status_category[0] !== 'closed'
  const baseTimes: [HoursField, Date | null][] = [
    ['hours_since_created', created.get(event.id) ?? null],
    ['hours_since_first_reply', newDate('first_reply_at')],
    ['hours_since_last_reply', newDate('last_reply_at')],
    ['hours_since_resolved', closed ? event.at : null],
  ]
  return baseTimes.flatMap(([field, base]) => (base ? [{ field, base }] : []))
}

/** By event. */
async function readCreationTimes(
  tx: Tx,
  events: readonly Event[],
  { arrived }: Arrivals,
): Promise<ReadonlyMap<number, Date>> {
  const creations = events.flatMap(({ id, type, conversation_id }) =>
    conversation_id !== null && (type === 'conversation.created' || arrived.has(id))
      ? [{ id, conversation_id }]
      : [],
  )
  if (creations.length === 0) return new Map()
  const rows = await tx.db
    .selectFrom('conversations')
    .select(['id', 'created_at'])
    .where(
      'id',
      'in',
      creations.map(({ conversation_id }) => conversation_id),
    )
    .execute()
  const times = new Map(rows.map(({ id, created_at }) => [id, created_at]))
  return new Map(
    creations.flatMap(({ id, conversation_id }) => {
      const created_at = times.get(conversation_id)
      return created_at ? [[id, created_at] as const] : []
    }),
  )
}

/**
 * Sets the timers of time-based rules for these events. Times before the rule became active are ignored. Those that passed while the
 * spam filter kept a new conversation from rules are due at once.
 */
export async function scheduleTimeRules(
  tx: Tx,
  rules: readonly ActiveRule[],
  events: readonly Event[],
  arrivals: Arrivals,
): Promise<void> {
  const thresholds = rules
    .filter(({ type }) => type === 'time_trigger')
    .flatMap((rule) => thresholdsOf(rule.body).map((threshold) => ({ rule, ...threshold })))
  if (thresholds.length === 0) return
  const created = await readCreationTimes(tx, events, arrivals)
  const timers = new Map<string, TimeRuleTimer>()
  for (const event of events)
    for (const { field, base } of baseTimesOf(event, created))
      for (const { rule, field: thresholdField, hours } of thresholds) {
        if (thresholdField !== field || dueAt(base, hours) <= rule.active_since) continue
        const conversation_id = event.conversation_id ?? 0
        const timer = { rule_id: rule.id, conversation_id, field, hours, base_at: base.toISOString() }
        timers.set(timerKey(timer), timer)
      }
  if (timers.size > 0) await setTimers(tx, [...timers.values()])
}
