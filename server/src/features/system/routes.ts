import * as alerts from '@parley/contract/system/system-alerts'
import * as backups from '@parley/contract/system/system-backups'
import * as checks from '@parley/contract/system/system-checks'
import * as status from '@parley/contract/system/system-status'
import type { Db } from '../../db/pool.ts'
import { done, type Routes } from '../../http/route.ts'
import { versionedResource } from '../../http/versions.ts'
import { lockSettings } from '../settings/lock-settings.ts'
import { findAlertMailProblem, readAlertSettings, updateAlertSettings } from './alerts/alert-settings.ts'
import { listAlerts } from './alerts/list-alerts.ts'
import { getBackupSchedule, updateBackupSchedule } from './backups/backup-schedule.ts'
import { readBackups } from './backups/read-backups.ts'
import { startBackup } from './backups/start-backup.ts'
import type { CheckContext } from './doctor/check.ts'
import { checkAndStore, listResults } from './doctor/store-results.ts'
import { readHistory } from './history/read-history.ts'
import { readStatus, type StatusDeps } from './status/read-status.ts'

export type SystemDeps = StatusDeps & Omit<CheckContext, 'db'>

const presentAlertSettings = async (db: Db) => ({
  ...(await readAlertSettings(db)),
  problem: await findAlertMailProblem(db),
})

const versionedAlertSettings = versionedResource(
  alerts.getSystemAlertSettings,
  (tx) => lockSettings(tx),
  (tx) => presentAlertSettings(tx.db),
)

function backupRoutes(routes: Routes, { clock, installation }: SystemDeps): void {
  const environment = installation.backups
  routes.read(backups.getSystemBackups, (db) => readBackups(db, clock, environment))
  routes.read(backups.getBackupSchedule, (db) => getBackupSchedule(db, environment))
  routes.write(
    backups.updateBackupSchedule,
    (tx, { body }) => done(updateBackupSchedule(tx, body, environment)),
    versionedResource(
      backups.getBackupSchedule,
      (tx) => lockSettings(tx),
      (tx) => getBackupSchedule(tx.db, environment),
    ),
  )
  routes.write(backups.startBackup, (tx) => done(startBackup(tx, environment)))
}

export function systemRoutes(routes: Routes, deps: SystemDeps): void {
  backupRoutes(routes, deps)
  routes.read(status.getSystemStatus, (db, { actor }) => readStatus(db, actor, deps))
  routes.read(status.getSystemHistory, (db, { query }) => readHistory(db, deps.clock, query))
  routes.read(checks.listCheckResults, (db) => listResults(db))
  routes.act(checks.runChecks, (_act, { db }) => checkAndStore({ ...deps, db }))
  routes.read(alerts.listSystemAlerts, (db) => listAlerts(db, deps.clock.now()))
  routes.read(alerts.getSystemAlertSettings, presentAlertSettings)
  routes.write(
    alerts.updateSystemAlertSettings,
    (tx, { body }) => done(updateAlertSettings(tx, body)),
    versionedAlertSettings,
  )
}
