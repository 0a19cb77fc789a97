import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Member, PassedOver } from './choose-assignee.ts'

type Row = {
  agent_id: number
  agent: string
  enabled: boolean
  availability_status: 'online' | 'away' | 'away_manual' | 'away_and_reassigning' | 'offline'
  permissions: string[]
  load: number
  turn: number
}

/** Active conversations: everything not closed, including snoozed ones (docs/spec/product-decisions.md#active-conversations). */
export const isActiveStatus = (status_id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`${status_id} in (select id from statuses where category <> 'closed')`

/** The members of a team with their load across all teams and their availability, in one query. */
export const readMembers = async (db: Db, team_id: number): Promise<Member[]> => read(db, team_id, sql``)

/** The same with row locks: until commit no member can be disabled, deleted or set away. */
export const lockMembers = async (db: Db, team_id: number): Promise<Member[]> =>
  read(db, team_id, sql`for share of a`)

async function read(db: Db, team_id: number, lock: RawBuilder<unknown>): Promise<Member[]> {
  const { rows } = await sql<Row>`
    select a.id as agent_id, trim(a.first_name || ' ' || a.last_name) as agent, a.enabled, a.availability_status,
      array(select distinct p from agent_roles ar join roles r on r.id = ar.role_id, unnest(r.permissions) p
        where ar.agent_id = a.id) as permissions,
      (select count(*)::int from conversations c
        where c.assigned_user_id = a.id and c.deleted_at is null and ${isActiveStatus(sql`c.status_id`)}) as load,
      coalesce(turns.turn, 0) as turn
    from team_members tm
    join agents a on a.id = tm.agent_id
    left join assignment_turns turns on turns.team_id = tm.team_id and turns.agent_id = tm.agent_id
    where tm.team_id = ${team_id} and a.deleted_at is null and not a.is_system
    order by a.id ${lock}`.execute(db)
  return rows.map((row) => ({
    agent_id: row.agent_id,
    agent: row.agent,
    load: row.load,
    turn: Number(row.turn),
    unavailable: unavailableReason(row),
  }))
}

/** Idle counts as available (docs/spec/product-decisions.md#automatic-assignment). */
function unavailableReason({ enabled, availability_status, permissions }: Row): PassedOver | null {
  if (!enabled) return 'disabled'
  if (!canReply(new Set(permissions))) return 'may_not_reply'
  if (availability_status === 'away_manual') return 'away'
  if (availability_status === 'away_and_reassigning') return 'reassigning'
  return availability_status === 'offline' ? 'offline' : null
}

/** Can see and reply to conversations assigned to them (conversation-access.ts). */
const canReply = (may: ReadonlySet<string>) =>
  may.has('messages:write') &&
  may.has('conversations:read') &&
  (may.has('conversations:read_all') || may.has('conversations:read_assigned'))
