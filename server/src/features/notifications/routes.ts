import * as centre from '@parley/contract/notifications/notification-centre'
import * as contract from '@parley/contract/notifications/notifications'
import { done, type Routes } from '../../http/route.ts'
import { versionedResource } from '../../http/versions.ts'
import { lockSettings } from '../settings/lock-settings.ts'
import { listNotifications, readUnread } from './centre/list-notifications.ts'
import { markAllRead, markRead, markUnread } from './centre/mark-read.ts'
import { readSwitches, writeSwitches } from './notification-switches.ts'

const switches = versionedResource(
  contract.getNotificationSwitches,
  (tx) => lockSettings(tx),
  (tx) => readSwitches(tx.db),
)

export function notificationRoutes(routes: Routes): void {
  routes.read(contract.getNotificationSwitches, (db) => readSwitches(db))
  routes.write(contract.updateNotificationSwitches, (tx, { body }) => writeSwitches(tx, body), switches)
  routes.read(centre.listNotifications, (db, { actor, query }) => listNotifications(db, actor, query))
  routes.read(centre.getUnreadNotifications, (db, { actor }) => readUnread(db, actor))
  routes.write(centre.markNotificationRead, (tx, { params }) => done(markRead(tx, params.uuid)))
  routes.write(centre.markNotificationUnread, (tx, { params }) => done(markUnread(tx, params.uuid)))
  routes.write(centre.markNotificationsRead, (tx, { body }) => done(markAllRead(tx, body)))
}
