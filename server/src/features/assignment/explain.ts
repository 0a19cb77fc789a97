import type { Waiting } from '@parley/contract/assignment'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { ConversationRow } from '../../spine/record.ts'
import { choose } from './choose.ts'
import { mostDepth } from './hand-out.ts'
import { readMembers } from './members.ts'
import { openingOf } from './opening.ts'
import { arrivalsOf, queueOrder, waitsIn } from './queue.ts'

/** Why nobody has this conversation, worked out as the hand-out would now. */
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
    openingOf(db, team.id, now),
    countAhead(db, c, team.id),
    arrivalsOf(db, [c.id]),
  ])
  const arrival = arrivals.get(c.id)
  const { chosen, looked } = choose(members, {
    method,
    max: team.max_auto_assigned_conversations,
    taken_off: arrival?.taken_off ?? null,
  })
  if (!opening || opening > now) {
    const opens_at = opening?.toISOString() ?? null
    const closed = looked.map((one) => ({
      ...one,
      passed_over: one.passed_over ?? ('closed_hours' as const),
    }))
    return answer('closed_hours', { ...named, members: closed, opens_at, ahead })
  }
  if (arrival && arrival.depth >= mostDepth) return answer('stopped', { ...named, ahead })
  return answer(chosen ? 'soon' : 'nobody', { ...named, members: looked, ahead })
}

async function countAhead(db: Db, c: ConversationRow, team_id: number): Promise<number> {
  const { rows } = await sql<{ ahead: number }>`
    with waiting as (
      select c.id, row_number() over (order by ${queueOrder}) as place from conversations c where ${waitsIn(team_id)})
    select place::int - 1 as ahead from waiting where id = ${c.id}`.execute(db)
  return rows[0]?.ahead ?? 0
}
