import * as contract from '@parley/contract/undo/undo'
import type { Clock } from '../../clock.ts'
import type { Routes } from '../../http/route.ts'
import { presentAction } from './describe-action.ts'
import { findLastAction } from './find-action.ts'
import { undoAction } from './undo-action.ts'

export function undoRoutes(routes: Routes, clock: Clock): void {
  routes.read(contract.getUndoableAction, async (db, { actor }) => {
    const action = await findLastAction(db, actor, clock.now())
    return action && presentAction(db, action)
  })
  routes.write(contract.undoAction, (tx, { body }) => undoAction(tx, body.id))
}
