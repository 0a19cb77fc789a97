import * as contract from '@parley/contract/notifications'
import type { Routes } from '../../http/route.ts'
import { readSwitches, writeSwitches } from './kinds.ts'

export function notificationRoutes(routes: Routes): void {
  routes.read(contract.getNotificationSwitches, (db) => readSwitches(db))
  routes.write(contract.updateNotificationSwitches, (tx, { body }) => writeSwitches(tx, body))
}
