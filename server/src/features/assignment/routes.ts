import { getWaiting } from '@parley/contract/conversations/assignment-status'
import type { Clock } from '../../clock.ts'
import { getVisible } from '../../conversation-access.ts'
import type { Routes } from '../../http/route.ts'
import { explainWaiting } from './explain-waiting.ts'

export function assignmentRoutes(routes: Routes, clock: Clock): void {
  routes.read(getWaiting, async (db, { actor, params }) =>
    explainWaiting(db, await getVisible(db, actor, params.uuid), clock.now()),
  )
}
