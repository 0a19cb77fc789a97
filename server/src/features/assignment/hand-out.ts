import { sql } from 'kysely'
import type { Tx } from '../../db/transact.ts'
import type { ConversationRow } from '../../spine/record.ts'
import { assignUser } from '../conversations/assign-user.ts'
import type { TeamRow } from '../teams/get.ts'
import { choose, type Handed, type Member, type Method } from './choose.ts'
import { lockMembers } from './members.ts'
import { openingOf } from './opening.ts'
import { type Arrival, arrivalsOf, lockWaiting, nextWaiting } from './queue.ts'

/** Few enough that nobody waits for the locks, and that live updates behind this transaction are not held up. */
const batchSize = 25

/** After so many steps that followed from one another nobody did, rules and the hand-out undo each other. */
export const mostDepth = 5

export const handOutJob = 'hand_out'
export const handOutKey = (team_id: number) => `hand_out:${team_id}`

export type HandOut = {
  /** They stay where they are for now. */
  left: number[]
  done: boolean
}

/**
 * Hands the longest waiting conversations of a team out, a batch of them. One hand-out is at work at a time, of all nodes and teams: what
 * a member has to do across teams is what decides, so it must not change meanwhile.
 */
export async function handOutBatch(
  tx: Tx,
  team_id: number,
  { leaving_out }: { leaving_out: readonly number[] },
): Promise<HandOut> {
  await sql`select pg_advisory_xact_lock(hashtext('assignment'))`.execute(tx.db)
  const team = await tx.db
    .selectFrom('teams')
    .selectAll()
    .where('id', '=', team_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const method = team?.conversation_assignment_type
  if (!team || method === 'Manual' || !method) return nothing
  const ids = await nextWaiting(tx, team_id, { leaving_out, limit: batchSize })
  if (ids.length === 0 || !(await isOpen(tx, team))) return nothing
  const members = await lockMembers(tx.db, team_id)
  if (!choose(members, { method, max: team.max_auto_assigned_conversations, taken_off: null }).chosen)
    return nothing

  const conversations = await lockWaiting(tx, team_id, ids)
  const arrivals = await arrivalsOf(tx.db, ids)
  const left: number[] = []
  for (const c of conversations)
    if (!(await handOut(tx, { c, team, method, members, arrival: arrivals.get(c.id) ?? null })))
      left.push(c.id)
  await keepTurns(tx, team_id, members)
  return { left, done: ids.length < batchSize }
}

const nothing: HandOut = { left: [], done: true }

/** While the team's hours are closed all wait, and are looked at in the moment they open. */
async function isOpen(tx: Tx, team: TeamRow): Promise<boolean> {
  const opening = await openingOf(tx.db, team.id, tx.now)
  if (opening && opening <= tx.now) return true
  if (opening)
    await tx.enqueue(
      handOutJob,
      { team_id: team.id },
      { run_at: opening, key: `hand_out_at_opening:${team.id}` },
    )
  return false
}

/** Gives one conversation to whoever is next and counts it; false when it stays. */
async function handOut(
  tx: Tx,
  {
    c,
    team,
    method,
    members,
    arrival,
  }: { c: ConversationRow; team: TeamRow; method: Method; members: Member[]; arrival: Arrival | null },
): Promise<boolean> {
  if (arrival && arrival.depth >= mostDepth) return false
  const { chosen, looked } = choose(members, {
    method,
    max: team.max_auto_assigned_conversations,
    taken_off: arrival?.taken_off ?? null,
  })
  if (!chosen) return false
  const why: Handed = { by: 'assignment', method, team_id: team.id, team: team.name, members: looked }
  const actor = { ...tx.actor, why }
  await assignUser(
    tx.as(arrival ? { ...actor, cause: { id: arrival.id, depth: arrival.depth } } : actor),
    c,
    chosen.agent_id,
  )
  chosen.load += 1
  chosen.turn = 1 + Math.max(...members.map(({ turn }) => turn))
  return true
}

async function keepTurns(tx: Tx, team_id: number, members: readonly Member[]): Promise<void> {
  const had = members.filter(({ turn }) => turn > 0)
  if (had.length === 0) return
  await tx.db
    .insertInto('assignment_turns')
    .values(had.map(({ agent_id, turn }) => ({ team_id, agent_id, turn })))
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'agent_id']).doUpdateSet((eb) => ({ turn: eb.ref('excluded.turn') })),
    )
    .execute()
}
