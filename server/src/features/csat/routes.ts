import * as contract from '@parley/contract/conversations/csat'
import type { Clock } from '../../clock.ts'
import { getVisible } from '../../conversation-access.ts'
import type { Routes } from '../../http/route.ts'
import { explainNotSurveyed } from './explain-not-surveyed.ts'
import { listSurveys } from './list-surveys.ts'

export function csatRoutes(routes: Routes, clock: Clock): void {
  routes.read(contract.listSurveys, async (db, { actor, params }) =>
    listSurveys(db, (await getVisible(db, actor, params.uuid)).id),
  )
  routes.read(contract.getSurveyRefusal, async (db, { actor, params }) => ({
    reason: await explainNotSurveyed(db, await getVisible(db, actor, params.uuid), clock.now()),
  }))
}
