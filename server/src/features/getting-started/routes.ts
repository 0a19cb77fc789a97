import * as contract from '@parley/contract/settings/getting-started'
import { done, type Routes } from '../../http/route.ts'
import { getGettingStarted, setDismissed, setKept } from './getting-started.ts'

export function gettingStartedRoutes(routes: Routes): void {
  routes.read(contract.getGettingStarted, (db) => getGettingStarted(db))
  routes.write(contract.dismissGettingStarted, (tx, { body }) => done(setDismissed(tx, body.dismissed)))
  routes.write(contract.keepSetupSteps, (tx, { body }) => done(setKept(tx, body.steps)))
}
