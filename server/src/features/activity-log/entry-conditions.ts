import { type ActivityLog, activityKinds } from '@parley/contract/activity-log/activity-log'
import { type RawBuilder, sql } from 'kysely'
import { type Filter, parseFilterRows, rejectFilter } from '../../http/requests/parse-filters.ts'
import { instantCondition, numberCondition, textCondition } from '../conversations/list/filter-conditions.ts'

export type EntryRow = {
  id: number
  at: Date
  type: string
  activity_type: string
  actor_kind: ActivityLog['actor_kind']
  actor_id: number | null
  object_type: string
  object_id: number | null
  changes: Record<string, [unknown, unknown]>
  ip: string
}

/** Clients expect these types for sign-ins and availability; every other event keeps its own type. */
export const activityTypeColumn = sql<string>`case e.type
  when 'agent.signed_in' then 'agent_login'
  when 'agent.signed_out' then 'agent_logout'
  when 'agent.availability_changed' then case e.changes->'availability_status'->>1
    when 'away_manual' then 'agent_away' when 'away_and_reassigning' then 'agent_away_reassigned' else 'agent_online' end
  else e.type end`

export const ipColumn = sql<string>`coalesce(e.data->>'ip', '')`

/**
 * Events that belong in the log: configuration changes by administrators, and availability that someone chose
 * (docs/spec/wire.md#activity-log). Personal preferences are private.
 */
const isLogged = sql<boolean>`e.conversation_id is null and e.object_type = any(${[...activityKinds]})
  and e.type not in ('agent.preferences_changed', 'session.ended', 'inbox.sending_changed')
  and (e.type <> 'agent.availability_changed' or (e.actor_kind in ('agent', 'api_key') and (
    e.changes->'availability_status'->>1 in ('away_manual', 'away_and_reassigning')
    or (e.changes->'availability_status'->>1 = 'online' and e.changes->'availability_status'->>0 <> 'away'))))`

/** The condition on `events e`. Invalid filters are refused with their path. */
export const entryCondition = (filters: string | undefined): RawBuilder<boolean> =>
  sql<boolean>`${sql.join([isLogged, ...parseFilterRows(filters).map(filterCondition)], sql` and `)}`

function filterCondition(f: Filter): RawBuilder<boolean> {
  switch (f.field) {
    case 'activity_type':
      return textCondition(f, sql`(${activityTypeColumn})`)
    case 'target_model_type':
      return textCondition(f, sql`e.object_type`)
    case 'actor_id':
      return numberCondition(f, sql`e.actor_id`)
    case 'ip':
      return textCondition(f, ipColumn)
    case 'created_at':
      return instantCondition(f, sql`e.at`)
    default:
      return rejectFilter(f, `the activity log cannot be filtered by "${f.field}"`)
  }
}
