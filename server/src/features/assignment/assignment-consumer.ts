import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'
import type { Consumer } from '../../spine/consumer.ts'
import type { Event } from '../../spine/read-events.ts'
import type { AccessKeys } from '../../spine/record-event.ts'
import { autoAssignJob, autoAssignJobKey } from './auto-assign.ts'
import { isWaitingIn } from './waiting-queue.ts'

/**
 * Detects that there is something to assign: a conversation entered a team without an agent, or an agent became available, has capacity
 * again or gained permissions. The assignment itself is a job with short transactions, because events it records become visible only when
 * this transaction commits.
 */
export const assignmentConsumer: Consumer = {
  name: 'assignment',
  async handle(tx, events) {
    const concerned = affectedBy(events)
    const teams = await listTeamsToAssign(tx, concerned)
    if (teams.length > 0)
      await tx.enqueueAll(
        autoAssignJob,
        teams.map((team_id) => ({ payload: { team_id }, key: autoAssignJobKey(team_id) })),
      )
  },
}

type Affected = {
  teams: Set<number>
  /** Agents who may have capacity or be available again. */
  agents: Set<number>
  hours: Set<number>
  all: boolean
}

// Written by verbs, see spine/record-event.ts.
type Changes = Partial<Record<string, [unknown, unknown]>>

function affectedBy(events: readonly Event[]): Affected {
  const concerned: Affected = { teams: new Set(), agents: new Set(), hours: new Set(), all: false }
  for (const event of events)
    if (event.conversation_id === null) collectFromSettings(concerned, event)
    else collectFromConversation(concerned, event)
  return concerned
}

function collectFromConversation({ teams, agents }: Affected, event: Event): void {
  const changes = event.changes as Changes
  const before = event.access_before as AccessKeys | null
  const after = event.access_after as AccessKeys | null
  if (!after) return
  const moved = changes.assigned_user_id || changes.assigned_team_id || changes.status_category
  if (!moved && !changes.deleted_at && before) return
  if (after.user === null && after.team !== null) teams.add(after.team)
  const isOver = changes.status_category?.[1] === 'closed' || Boolean(changes.deleted_at?.[1])
  if (before && before.user !== null && (before.user !== after.user || isOver)) agents.add(before.user)
}

function collectFromSettings(
  concerned: Affected,
  { type, object_type, object_id, changes, data }: Event,
): void {
  if (object_type === 'role' || object_type === 'status') concerned.all = true
  if (type === 'business_hours.deleted')
    for (const team of (data as { teams?: number[] }).teams ?? []) concerned.teams.add(team)
  if (object_id === null) return
  if (object_type === 'team') concerned.teams.add(object_id)
  if (object_type === 'business_hours') concerned.hours.add(object_id)
  if (type === 'agent.created' || type === 'agent.changed') concerned.agents.add(object_id)
  if (type === 'agent.availability_changed' && isAvailableAgain(changes as Changes))
    concerned.agents.add(object_id)
}

const isAvailableAgain = ({ availability_status }: Changes) =>
  availability_status?.[1] === 'online' || availability_status?.[1] === 'away'

/** Affected teams with automatic assignment that have waiting conversations. */
async function listTeamsToAssign(tx: Tx, { teams, agents, hours, all }: Affected): Promise<number[]> {
  if (!all && teams.size + agents.size + hours.size === 0) return []
  const { rows } = await sql<{ id: number }>`
    select t.id from teams t
    where t.conversation_assignment_type <> 'Manual'
      and (${all} or t.id = any(${[...teams]}::bigint[]) or t.business_hours_id = any(${[...hours]}::bigint[])
        or exists (select from team_members tm where tm.team_id = t.id and tm.agent_id = any(${[...agents]}::bigint[])))
      and exists (select from conversations c where ${isWaitingIn(sql`t.id`)})
    order by t.id`.execute(tx.db)
  return rows.map(({ id }) => id)
}
