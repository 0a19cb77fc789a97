import * as contract from '@parley/contract/notifications'
import type { Routes } from '../../http/route.ts'
import { versioned } from '../../http/versions.ts'
import { lockSettings } from '../settings/lock.ts'
import { readSwitches, writeSwitches } from './kinds.ts'

const switches = versioned(
  contract.getNotificationSwitches,
  (tx) => lockSettings(tx),
  (tx) => readSwitches(tx.db),
)

export function notificationRoutes(routes: Routes): void {
  routes.read(contract.getNotificationSwitches, (db) => readSwitches(db))
  routes.write(contract.updateNotificationSwitches, (tx, { body }) => writeSwitches(tx, body), switches)
}
