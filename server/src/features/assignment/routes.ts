import { getWaiting } from '@parley/contract/conversations/assignment-status'
import type { Clock } from '../../clock.ts'
import type { Routes } from '../../http/route.ts'
import { getVisible } from '../conversations/access.ts'
import { explainWaiting } from './explain-waiting.ts'

export function assignmentRoutes(routes: Routes, clock: Clock): void {
  routes.read(getWaiting, async (db, { actor, params }) =>
    explainWaiting(db, await getVisible(db, actor, params.uuid), clock.now()),
  )
}
