import * as contract from '@parley/contract/notifications/notifications'
import type { Routes } from '../../http/route.ts'
import { versionedResource } from '../../http/versions.ts'
import { lockSettings } from '../settings/lock-settings.ts'
import { readSwitches, writeSwitches } from './notification-switches.ts'

const switches = versionedResource(
  contract.getNotificationSwitches,
  (tx) => lockSettings(tx),
  (tx) => readSwitches(tx.db),
)

export function notificationRoutes(routes: Routes): void {
  routes.read(contract.getNotificationSwitches, (db) => readSwitches(db))
  routes.write(contract.updateNotificationSwitches, (tx, { body }) => writeSwitches(tx, body), switches)
}
