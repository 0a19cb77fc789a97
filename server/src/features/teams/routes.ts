import { listTeamsCompact as compact } from '@parley/contract/teams/team-compact'
import * as contract from '@parley/contract/teams/teams'
import { done, type Routes } from '../../http/route.ts'
import { getTeam, listMyTeams, listTeams, listTeamsCompact, presentTeam, teamEntity } from './teams.ts'
import { createTeam, deleteTeam, updateTeam } from './write-team.ts'

const team = teamEntity.versioned(contract.getTeam, async (tx, id) => presentTeam(await getTeam(tx.db, id)))

export function teamRoutes(routes: Routes): void {
  routes.read(contract.listTeams, async (db) => (await listTeams(db)).map(presentTeam))
  routes.read(compact, (db) => listTeamsCompact(db))
  routes.read(contract.listMyTeams, async (db, { actor }) =>
    (await listMyTeams(db, actor.id)).map(presentTeam),
  )
  routes.read(contract.getTeam, async (db, { params }) => presentTeam(await getTeam(db, params.id)))
  routes.write(contract.createTeam, async (tx, { body }) =>
    presentTeam(await getTeam(tx.db, await createTeam(tx, body))),
  )
  routes.write(
    contract.updateTeam,
    async (tx, { params, body }) => {
      await updateTeam(tx, params.id, body)
      return presentTeam(await getTeam(tx.db, params.id))
    },
    team,
  )
  routes.write(contract.deleteTeam, (tx, { params }) => done(deleteTeam(tx, params.id)), team)
}
