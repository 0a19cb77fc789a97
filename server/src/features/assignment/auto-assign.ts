import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { assignUser } from '../conversations/assign-user.ts'
import type { TeamRow } from '../teams/teams.ts'
import { type AssignmentExplanation, chooseAssignee, type Member, type Method } from './choose-assignee.ts'
import { findNextOpening } from './next-opening.ts'
import { lockMembers } from './team-members.ts'
import { type Arrival, listWaiting, lockWaiting, readArrivals } from './waiting-queue.ts'

/** Small enough that locks are held briefly and live updates behind this transaction are not delayed. */
const batchSize = 25

/** After this many steps of a causal chain without a person, rules and auto-assignment are undoing each other. */
export const maxDepth = 5

export const autoAssignJob = 'hand_out'
export const autoAssignJobKey = (team_id: number) => `hand_out:${team_id}`

export type BatchResult = {
  /** Conversations that stay unassigned for now. */
  unassigned: number[]
  done: boolean
}

/**
 * Assigns a batch of a team's longest-waiting conversations. Only one such run is active at a time, across all nodes and teams, because a
 * member's load across teams decides and must not change in the meantime.
 */
export async function assignBatch(
  tx: Tx,
  team_id: number,
  { skipped }: { skipped: readonly number[] },
): Promise<BatchResult> {
  await sql`select pg_advisory_xact_lock(hashtext('assignment'))`.execute(tx.db)
  const team = await tx.db
    .selectFrom('teams')
    .selectAll()
    .where('id', '=', team_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const method = team?.conversation_assignment_type
  if (!team || method === 'Manual' || !method) return emptyResult
  const ids = await listWaiting(tx, team_id, { skipped, limit: batchSize })
  if (ids.length === 0 || !(await isTeamOpen(tx, team))) return emptyResult
  const members = await lockMembers(tx.db, team_id)
  if (
    !chooseAssignee(members, { method, max: team.max_auto_assigned_conversations, excluded_agent_id: null })
      .chosen
  )
    return emptyResult

  const conversations = await lockWaiting(tx, team_id, ids)
  const arrivals = await readArrivals(tx.db, ids)
  const unassigned: number[] = []
  for (const c of conversations)
    if (!(await assignNext(tx, { c, team, method, members, arrival: arrivals.get(c.id) ?? null })))
      unassigned.push(c.id)
  await saveTurns(tx, team_id, members)
  return { unassigned, done: ids.length < batchSize }
}

const emptyResult: BatchResult = { unassigned: [], done: true }

/** Outside the team's business hours all conversations wait; a job runs when they open. */
async function isTeamOpen(tx: Tx, team: TeamRow): Promise<boolean> {
  const opening = await findNextOpening(tx.db, team.id, tx.now)
  if (opening && opening <= tx.now) return true
  if (opening)
    await tx.enqueue(
      autoAssignJob,
      { team_id: team.id },
      { run_at: opening, key: `hand_out_at_opening:${team.id}` },
    )
  return false
}

/** Assigns one conversation to the next member and counts it; false when it stays unassigned. */
async function assignNext(
  tx: Tx,
  {
    c,
    team,
    method,
    members,
    arrival,
  }: { c: ConversationRow; team: TeamRow; method: Method; members: Member[]; arrival: Arrival | null },
): Promise<boolean> {
  if (arrival && arrival.depth >= maxDepth) return false
  const { chosen, considered } = chooseAssignee(members, {
    method,
    max: team.max_auto_assigned_conversations,
    excluded_agent_id: arrival?.excluded_agent_id ?? null,
  })
  if (!chosen) return false
  const why: AssignmentExplanation = {
    by: 'assignment',
    method,
    team_id: team.id,
    team: team.name,
    members: considered,
  }
  const actor = { ...tx.actor, why }
  await assignUser(
    tx.withActor(arrival ? { ...actor, cause: { id: arrival.id, depth: arrival.depth } } : actor),
    c,
    chosen.agent_id,
  )
  chosen.load += 1
  chosen.turn = 1 + Math.max(...members.map(({ turn }) => turn))
  return true
}

async function saveTurns(tx: Tx, team_id: number, members: readonly Member[]): Promise<void> {
  const assignedBefore = members.filter(({ turn }) => turn > 0)
  if (assignedBefore.length === 0) return
  await tx.db
    .insertInto('assignment_turns')
    .values(assignedBefore.map(({ agent_id, turn }) => ({ team_id, agent_id, turn })))
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'agent_id']).doUpdateSet((eb) => ({ turn: eb.ref('excluded.turn') })),
    )
    .execute()
}
