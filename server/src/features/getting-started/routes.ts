import * as contract from '@parley/contract/getting-started'
import { done, type Routes } from '../../http/route.ts'
import { readGettingStarted, setDismissed, setKept } from './getting-started.ts'

export function gettingStartedRoutes(routes: Routes): void {
  routes.read(contract.getGettingStarted, (db) => readGettingStarted(db))
  routes.write(contract.dismissGettingStarted, (tx, { body }) => done(setDismissed(tx, body.dismissed)))
  routes.write(contract.keepSetupSteps, (tx, { body }) => done(setKept(tx, body.steps)))
}
