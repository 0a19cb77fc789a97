import { listTeamsCompact as compact } from '@parley/contract/people'
import * as contract from '@parley/contract/teams'
import { done, type Routes } from '../../http/route.ts'
import { versioned } from '../../http/versions.ts'
import { deleteTeam } from './delete.ts'
import { getTeam, listMyTeams, listTeams, listTeamsCompact, presentTeam } from './get.ts'
import { createTeam, lockTeam, updateTeam } from './write.ts'

const team = versioned(
  contract.getTeam,
  (tx, { id }) => lockTeam(tx, id),
  async (tx, { id }) => presentTeam(await getTeam(tx.db, id)),
)

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
