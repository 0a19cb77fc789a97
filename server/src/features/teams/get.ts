import type { TeamCompact } from '@parley/contract/people'
import type { Team } from '@parley/contract/teams'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { notFound } from '../../http/errors.ts'

export type TeamRow = Selectable<DB['teams']>

/** The last changed first. */
export const listTeams = (db: Db): Promise<TeamRow[]> =>
  db.selectFrom('teams').selectAll().orderBy('updated_at', 'desc').orderBy('id').execute()

export const listTeamsCompact = (db: Db): Promise<TeamCompact[]> =>
  db.selectFrom('teams').select(['id', 'name', 'emoji']).orderBy('name').execute()

export const listMyTeams = (db: Db, agent_id: number): Promise<TeamRow[]> =>
  db
    .selectFrom('teams as t')
    .innerJoin('team_members as tm', 'tm.team_id', 't.id')
    .selectAll('t')
    .where('tm.agent_id', '=', agent_id)
    .orderBy('t.name')
    .execute()

export async function getTeam(db: Db, id: number): Promise<TeamRow> {
  const team = await db.selectFrom('teams').selectAll().where('id', '=', id).executeTakeFirst()
  if (!team) throw notFound('Team')
  return team
}

export const presentTeam = (row: TeamRow): Team => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
