import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'

export type RolesAndTeams = { roles: string[]; teams: string[] }

/** Names of an agent's roles and teams, sorted. */
export async function readRolesAndTeams(tx: Tx, agent_id: number): Promise<RolesAndTeams> {
  const { rows } = await sql<RolesAndTeams>`
    select array(select r.name from agent_roles ar join roles r on r.id = ar.role_id where ar.agent_id = ${agent_id} order by 1) as roles,
      array(select t.name from team_members tm join teams t on t.id = tm.team_id where tm.agent_id = ${agent_id} order by 1) as teams`.execute(
    tx.db,
  )
  return rows[0] ?? { roles: [], teams: [] }
}

/** Replaces both sets by name; unknown names are ignored (docs/spec/wire.md#agents). Returns the resulting sets. */
export async function replaceRolesAndTeams(
  tx: Tx,
  agent_id: number,
  requested: RolesAndTeams,
): Promise<RolesAndTeams> {
  await sql`delete from agent_roles where agent_id = ${agent_id}`.execute(tx.db)
  await sql`delete from team_members where agent_id = ${agent_id}`.execute(tx.db)
  await sql`insert into agent_roles (agent_id, role_id)
    select ${agent_id}, id from roles where name = any(${requested.roles})`.execute(tx.db)
  await sql`insert into team_members (agent_id, team_id)
    select ${agent_id}, id from teams where name = any(${requested.teams})`.execute(tx.db)
  return readRolesAndTeams(tx, agent_id)
}
