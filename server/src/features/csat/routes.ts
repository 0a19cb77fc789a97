import * as contract from '@parley/contract/csat'
import type { Clock } from '../../clock.ts'
import type { Routes } from '../../http/route.ts'
import { findVisible } from '../conversations/access.ts'
import { listSurveys } from './list-surveys.ts'
import { whyNotAsked } from './why-not-asked.ts'

export function csatRoutes(routes: Routes, clock: Clock): void {
  routes.read(contract.listSurveys, async (db, { actor, params }) =>
    listSurveys(db, (await findVisible(db, actor, params.uuid)).id),
  )
  routes.read(contract.getSurveyRefusal, async (db, { actor, params }) => ({
    reason: await whyNotAsked(db, await findVisible(db, actor, params.uuid), clock.now()),
  }))
}
