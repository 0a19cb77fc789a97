import { BackupProgress, type SystemBackup, type SystemBackups } from '@parley/contract/system/system-backups'
import { sql } from 'kysely'
import { backupLock } from '../../../backup/back-up-to-target.ts'
import { type BackupPlanSources, readBackupPlan } from '../../../backup/backup-plan.ts'
import type { BackupSettings } from '../../../backup/backup-settings.ts'
import { backupJob, listNewestBackups, type RecordedBackup } from '../../../backup/recorded-backups.ts'
import { nextScheduledTime } from '../../../backup/schedule-times.ts'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/pool.ts'

const shownBackups = 10

export async function readBackups(
  db: Db,
  clock: Clock,
  environment: BackupPlanSources & Pick<BackupSettings, 'passphrase'>,
): Promise<SystemBackups> {
  const [plan, state, rows] = await Promise.all([
    readBackupPlan(db, environment),
    readBackupState(db),
    listNewestBackups(db, shownBackups),
  ])
  const { target, schedule, retention, is_set_by_environment } = plan
  const running = state === 'running' ? rows.find(isUnfinished) : undefined
  return {
    ...{ target, schedule, retention, is_set_by_environment, state },
    includes_key: environment.passphrase !== undefined,
    next_at: (schedule && nextScheduledTime(schedule, clock.now())?.toISOString()) ?? null,
    progress: BackupProgress.safeParse(running?.progress).data ?? null,
    backups: rows.flatMap((row) => presentBackup(row, row === running)),
  }
}

/** Whether a backup is being made, by whichever process, or waits for a worker. */
export async function readBackupState(db: Db): Promise<SystemBackups['state']> {
  const { rows } = await sql<{ running: boolean; queued: boolean }>`
    select exists (
        select from pg_locks l join pg_database d on d.oid = l.database
        where l.locktype = 'advisory' and l.objid = ${backupLock} and l.classid = 0 and d.datname = current_database() and l.granted
      ) or exists (select from graphile_worker.jobs where task_identifier = ${backupJob} and locked_at is not null) as running,
      exists (select from graphile_worker.jobs where task_identifier = ${backupJob} and attempts < max_attempts) as queued`.execute(
    db,
  )
  if (rows[0]?.running) return 'running'
  return rows[0]?.queued ? 'queued' : 'idle'
}

const isUnfinished = ({ finished_at, error, is_managed }: RecordedBackup) =>
  is_managed && finished_at === null && error === null

/** One that was interrupted without a word is left out: it is continued. */
function presentBackup(row: RecordedBackup, is_running: boolean): SystemBackup[] {
  if (isUnfinished(row) && !is_running) return []
  const { created_at, started_at, finished_at, removed_at, target, name, bytes, error, is_managed } = row
  const state = is_running ? 'running' : finished_at === null ? 'failed' : removed_at ? 'removed' : 'finished'
  return [
    {
      ...{ created_at: created_at.toISOString(), target, name, state, bytes, error },
      duration_seconds:
        started_at && finished_at ? Math.max(0, (finished_at.getTime() - started_at.getTime()) / 1000) : null,
      // Only these are read again before they are stored.
      is_checked: is_managed && finished_at !== null,
    },
  ]
}
