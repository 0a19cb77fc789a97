import { type BackupRetention, BackupScheduleSettings } from '@parley/contract/system/system-backups'
import type { Db } from '../db/pool.ts'
import type { BackupSettings } from './backup-settings.ts'

/** When backups are made and how many are kept, from the environment or else from the settings of the workspace. */
export type BackupPlan = {
  target: string | null
  /** Null without a target. */
  schedule: string | null
  retention: BackupRetention
  /** Whether the environment says it, so that it can't be changed on screen. */
  is_set_by_environment: { schedule: boolean; retention: boolean }
  /** When it was last changed on screen. */
  changed_at: Date | null
}

export type BackupPlanSources = Pick<BackupSettings, 'target' | 'schedule' | 'retention'>

export const backupPlanKey = 'system.backups'
const defaults: BackupScheduleSettings = { schedule: null, retention: { days: 7, weeks: 4, months: 6 } }

export async function readBackupPlan(db: Db, environment: BackupPlanSources): Promise<BackupPlan> {
  const row = await findRow(db)
  const stored = parse(row?.value)
  const { target } = environment
  return {
    target,
    schedule: target === null ? null : (environment.schedule ?? stored.schedule),
    retention: environment.retention ?? stored.retention,
    is_set_by_environment: {
      schedule: environment.schedule !== null,
      retention: environment.retention !== null,
    },
    changed_at: row?.updated_at ?? null,
  }
}

/** What was set on screen. */
export const readStoredPlan = async (db: Db): Promise<BackupScheduleSettings> =>
  parse((await findRow(db))?.value)

const findRow = (db: Db) =>
  db
    .selectFrom('settings')
    .select(['value', 'updated_at'])
    .where('key', '=', backupPlanKey)
    .executeTakeFirst()

const parse = (value: unknown): BackupScheduleSettings =>
  BackupScheduleSettings.safeParse(value).data ?? defaults
