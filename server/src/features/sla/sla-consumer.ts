import type { Tx } from '../../db/transaction.ts'
import type { Consumer } from '../../spine/consumer.ts'
import type { Event } from '../../spine/read-events.ts'
import { type RecalculationScope, startRecalculation } from './clocks/recalculate-clocks.ts'
import { updateClocksJob, updateClocksJobKey } from './clocks/update-clocks.ts'
import { teamPolicyJob, teamPolicyJobKey } from './policies/team-policy.ts'

/**
 * Finds events that affect SLA timers and queues one job per conversation to recompute them: each job holds its lock only briefly, and
 * processing an event twice does no harm.
 */
export const slaConsumer: Consumer = {
  name: 'sla',
  async handle(tx, events) {
    const teamAssignments = new Map(
      events.filter(isTeamAssigned).map((event) => [event.conversation_id, event]),
    )
    await tx.enqueueAll(
      teamPolicyJob,
      [...teamAssignments].map(([id, { id: event_id, at, depth }]) => ({
        payload: { id, at, cause: causeOf(event_id, depth) },
        key: teamPolicyJobKey(Number(id)),
      })),
    )
    const clockEvents = new Map(events.filter(affectsClocks).map((event) => [event.conversation_id, event]))
    // The team job updates their timers: the previous policy must not be measured by the new team's business hours.
    for (const id of teamAssignments.keys()) clockEvents.delete(id)
    const jobs = (await filterWithPolicy(tx, [...clockEvents.keys()])).map((id) => {
      const event = clockEvents.get(id)
      return { payload: { id, cause: event && causeOf(event.id, event.depth) }, key: updateClocksJobKey(id) }
    })
    if (jobs.length > 0) await tx.enqueueAll(updateClocksJob, jobs)
    for (const event of events)
      for (const scope of recalculationScopes(event)) await startRecalculation(tx, scope)
  },
}

/** At the maximum depth, the depth no longer increases. */
const causeOf = (id: number, depth: number) => ({ id, depth: Math.min(depth, 7) })

const isTeamAssigned = (event: Event) => event.type === 'conversation.team_assigned'

const clockColumns = [
  ...['status_id', 'assigned_team_id', 'first_reply_at', 'last_reply_at', 'resolved_at'],
  'deleted_at',
]
function affectsClocks({ conversation_id, type, changes, data }: Event): boolean {
  if (conversation_id === null) return false
  const isFromCustomer = type === 'message.created' && (data as Data).message_type === 'incoming' // written by insertEvent
  return isFromCustomer || clockColumns.some((column) => column in Object(changes))
}
type Data = { message_type?: string }

/** Only conversations that have an SLA policy. */
async function filterWithPolicy(tx: Tx, ids: readonly (number | null)[]): Promise<number[]> {
  const presentIds = ids.filter((id) => id !== null)
  if (presentIds.length === 0) return []
  const rows = await tx.db
    .selectFrom('conversations')
    .select('id')
    .where('id', 'in', presentIds)
    .where('applied_sla_id', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** What an administrator's change affects. */
function recalculationScopes({ type, object_id, changes }: Event): RecalculationScope[] {
  const changed = (...names: string[]) => names.some((name) => name in Object(changes))
  if (type === 'sla_policy.changed' && object_id !== null) return [{ of: 'policy', id: object_id }]
  if (type === 'status.changed' && object_id !== null && changed('category'))
    return [{ of: 'status', id: object_id }]
  if (type === 'team.changed' && object_id !== null && changed('business_hours_id', 'timezone'))
    return [{ of: 'team', id: object_id }]
  const isHours = type === 'business_hours.changed' || type === 'business_hours.deleted'
  const isWorkspace = type === 'settings.changed' && changed('app.timezone', 'app.business_hours_id')
  return isHours || isWorkspace ? [{ of: 'all', id: 0 }] : []
}
