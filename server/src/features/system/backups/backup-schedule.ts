import type { BackupScheduleSettings } from '@parley/contract/system/system-backups'
import {
  type BackupPlanSources,
  backupPlanKey,
  readBackupPlan,
  readStoredPlan,
} from '../../../backup/backup-plan.ts'
import { isSchedule } from '../../../backup/schedule-times.ts'
import { json } from '../../../db/json.ts'
import type { Db } from '../../../db/pool.ts'
import type { Tx } from '../../../db/transaction.ts'
import { conflict, invalid } from '../../../http/errors.ts'
import { lockSettings } from '../../settings/lock-settings.ts'

/** What is in force: the environment goes first. */
export async function getBackupSchedule(
  db: Db,
  environment: BackupPlanSources,
): Promise<BackupScheduleSettings> {
  const { schedule, retention } = await readBackupPlan(db, environment)
  return { schedule, retention }
}

/** Stores when backups are made and how many are kept. Throws if the environment says so already. */
export async function updateBackupSchedule(
  tx: Tx,
  changes: Partial<BackupScheduleSettings>,
  environment: BackupPlanSources,
): Promise<void> {
  await lockSettings(tx)
  const before = await readStoredPlan(tx.db)
  const current = await getBackupSchedule(tx.db, environment)
  const next = { ...before, ...changesOf(changes, current) }
  assertValid(next, environment, changesOf(changes, current))
  if (JSON.stringify(before) === JSON.stringify(next)) return
  const value = json(next)
  await tx.db
    .insertInto('settings')
    .values({ key: backupPlanKey, value, updated_at: tx.now })
    .onConflict((on) => on.column('key').doUpdateSet({ value, updated_at: tx.now }))
    .execute()
  await tx.record({
    type: 'settings.changed',
    object: { type: 'settings', id: null },
    changes: { [backupPlanKey]: [before, next] },
  })
}

/** Forms send all fields; one that has its current value isn't a change. */
function changesOf(
  changes: Partial<BackupScheduleSettings>,
  current: BackupScheduleSettings,
): Partial<BackupScheduleSettings> {
  const { schedule, retention } = changes
  const keepsRetention = retention && JSON.stringify(retention) === JSON.stringify(current.retention)
  return {
    ...(schedule !== undefined && schedule !== current.schedule && { schedule }),
    ...(retention && !keepsRetention && { retention }),
  }
}

function assertValid(
  { retention }: BackupScheduleSettings,
  environment: BackupPlanSources,
  changes: Partial<BackupScheduleSettings>,
): void {
  const { schedule } = changes
  if (schedule !== undefined && environment.schedule !== null)
    throw conflict(
      'The schedule is set by PARLEY_BACKUP_SCHEDULE. Change it there, or remove it to set it here',
    )
  if (changes.retention && environment.retention !== null)
    throw conflict('What is kept is set by PARLEY_BACKUP_KEEP. Change it there, or remove it to set it here')
  if (typeof schedule === 'string' && environment.target === null) throw noTarget()
  if (typeof schedule === 'string' && !isSchedule(schedule))
    throw invalid(
      'schedule',
      'Enter a cron expression in UTC with five fields, such as "0 3 * * *" for every day at 3:00',
    )
  if (retention.days + retention.weeks + retention.months === 0)
    throw invalid('retention', 'Keep at least one backup')
}

export const noTarget = () =>
  conflict(
    'Backups have no target yet. Set PARLEY_BACKUP_TO to a folder or a place in S3 on the server, and restart it',
  )
