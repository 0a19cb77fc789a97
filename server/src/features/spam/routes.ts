import * as contract from '@parley/contract/conversations/spam-filter'
import type { Routes } from '../../http/route.ts'
import { readSpamTotals } from './read-spam-totals.ts'

export function spamRoutes(routes: Routes): void {
  routes.read(contract.getSpamFilterLessons, async (db) => ({
    ...(await readSpamTotals(db)),
    needed: contract.lessonsBeforeMoving,
  }))
}
