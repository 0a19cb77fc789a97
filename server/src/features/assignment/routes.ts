import { getWaiting } from '@parley/contract/assignment'
import type { Clock } from '../../clock.ts'
import type { Routes } from '../../http/route.ts'
import { findVisible } from '../conversations/access.ts'
import { explainWaiting } from './explain.ts'

export function assignmentRoutes(routes: Routes, clock: Clock): void {
  routes.read(getWaiting, async (db, { actor, params }) =>
    explainWaiting(db, await findVisible(db, actor, params.uuid), clock.now()),
  )
}
