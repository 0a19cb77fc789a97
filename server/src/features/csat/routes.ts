import * as contract from '@parley/contract/csat'
import type { Routes } from '../../http/route.ts'
import { findVisible } from '../conversations/access.ts'
import { listSurveys } from './list-surveys.ts'

export function csatRoutes(routes: Routes): void {
  routes.read(contract.listSurveys, async (db, { actor, params }) =>
    listSurveys(db, (await findVisible(db, actor, params.uuid)).id),
  )
}
