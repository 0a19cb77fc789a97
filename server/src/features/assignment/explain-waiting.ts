import type { Waiting } from '@parley/contract/conversations/assignment-status'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { maxDepth } from './auto-assign.ts'
import { chooseAssignee } from './choose-assignee.ts'
import { findNextOpening } from './next-opening.ts'
import { readMembers } from './team-members.ts'
import { isWaitingIn, queueOrder, readArrivals } from './waiting-queue.ts'

/** Explains why this conversation is unassigned, by the same rules as auto-assignment. */
export async function explainWaiting(db: Db, c: ConversationRow, now: Date): Promise<Waiting> {
  const answer = (state: Waiting['state'], more: Partial<Waiting> = {}): Waiting => ({
    state,
    team_id: c.assigned_team_id,
    team: null,
    method: null,
    members: [],
    opens_at: null,
    ahead: 0,
    ...more,
  })
  if (c.assigned_user_id !== null) return answer('taken')
  const team =
    c.assigned_team_id === null
      ? undefined
      : await db.selectFrom('teams').selectAll().where('id', '=', c.assigned_team_id).executeTakeFirst()
  if (!team) return answer('no_team')
  const method = team.conversation_assignment_type
  if (method === 'Manual') return answer('manual', { team: team.name })
  const named = { team: team.name, method }
  if (c.status_category === 'closed') return answer('closed', named)

  const [members, opening, ahead, arrivals] = await Promise.all([
    readMembers(db, team.id),
    findNextOpening(db, team.id, now),
    countAhead(db, c, team.id),
    readArrivals(db, [c.id]),
  ])
  const arrival = arrivals.get(c.id)
  const { chosen, considered } = chooseAssignee(members, {
    method,
    max: team.max_auto_assigned_conversations,
    excluded_agent_id: arrival?.excluded_agent_id ?? null,
  })
  if (!opening || opening > now) {
    const opens_at = opening?.toISOString() ?? null
    const closed = considered.map((one) => ({
      ...one,
      passed_over: one.passed_over ?? ('closed_hours' as const),
    }))
    return answer('closed_hours', { ...named, members: closed, opens_at, ahead })
  }
  if (arrival && arrival.depth >= maxDepth) return answer('stopped', { ...named, ahead })
  return answer(chosen ? 'soon' : 'nobody', { ...named, members: considered, ahead })
}

async function countAhead(db: Db, c: ConversationRow, team_id: number): Promise<number> {
  const { rows } = await sql<{ ahead: number }>`
    with waiting as (
      select c.id, row_number() over (order by ${queueOrder}) as place from conversations c where ${isWaitingIn(team_id)})
    select place::int - 1 as ahead from waiting where id = ${c.id}`.execute(db)
  return rows[0]?.ahead ?? 0
}
