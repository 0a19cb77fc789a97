import type { TeamCompact } from '@parley/contract/teams/team-compact'
import type { Team } from '@parley/contract/teams/teams'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { Entity, presentTimes } from '../../entities/entity.ts'
import { notFound } from '../../http/errors.ts'

export type TeamRow = Selectable<DB['teams']>
export const teamEntity = new Entity({
  table: 'teams',
  type: 'team',
  name: 'Team',
  fields: ({ id, created_at, updated_at, ...fields }) => fields,
})

type TeamWithMembers = TeamRow & { member_ids: number[] }

const memberIdsColumn = sql<
  number[]
>`array(select tm.agent_id from team_members tm where tm.team_id = t.id order by 1)`

/** Last changed first. */
export const listTeams = (db: Db): Promise<TeamWithMembers[]> =>
  selectTeams(db).orderBy('t.updated_at', 'desc').orderBy('t.id').execute()

export const listTeamsCompact = (db: Db): Promise<TeamCompact[]> =>
  db.selectFrom('teams').select(['id', 'name', 'emoji']).orderBy('name').execute()

export const listMyTeams = (db: Db, agent_id: number): Promise<TeamWithMembers[]> =>
  selectTeams(db)
    .innerJoin('team_members as mine', 'mine.team_id', 't.id')
    .where('mine.agent_id', '=', agent_id)
    .orderBy('t.name')
    .execute()

export async function getTeam(db: Db, id: number): Promise<TeamWithMembers> {
  const team = await selectTeams(db).where('t.id', '=', id).executeTakeFirst()
  if (!team) throw notFound('Team')
  return team
}

const selectTeams = (db: Db) =>
  db.selectFrom('teams as t').selectAll('t').select(memberIdsColumn.as('member_ids'))

export const presentTeam = (row: TeamWithMembers): Team => ({ ...row, ...presentTimes(row) })
