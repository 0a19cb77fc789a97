import { type BackupPlanSources, readBackupPlan } from '../../backup/backup-plan.ts'
import { readLastBackup } from '../../backup/recorded-backups.ts'
import { lastScheduledTime } from '../../backup/schedule-times.ts'
import type { Db } from '../../db/pool.ts'
import { formatCount } from '../../format-amounts.ts'

/** How long a scheduled backup may take. */
const graceMs = 3 * 3_600_000

/** The last scheduled time of which there must be a backup by now. */
export const lastTimeDue = (schedule: string, now: Date): Date | null =>
  lastScheduledTime(schedule, new Date(now.getTime() - graceMs))

export type BackupProblem = { message: string; advice: string }

/** Why the scheduled backups can't be relied on; null if they can, or if there is no schedule. */
export async function findBackupProblem(
  db: Db,
  environment: BackupPlanSources,
  now: Date,
): Promise<BackupProblem | null> {
  const { schedule } = await readBackupPlan(db, environment)
  if (schedule === null) return null
  const { finished, failed } = await readLastBackup(db)
  if (failed) return { message: `The last backup failed: ${failed.error}`, advice }
  if (!finished) return { message: 'There is no backup yet', advice }
  const due = lastTimeDue(schedule, now)
  if (due && finished.created_at < due)
    return {
      message: `The last backup is of ${finished.created_at.toISOString()}, and one was due at ${due.toISOString()}`,
      advice,
    }
  if (finished.missing_files)
    return {
      message: `The last backup lacks ${formatCount(finished.missing_files, 'file')}: missing from the file storage, or damaged there`,
      advice: missingFilesAdvice,
    }
  return null
}

const advice =
  'The log of the worker says why. Check the target (PARLEY_BACKUP_TO) and its free space, then run: npm run backup'

const missingFilesAdvice =
  'Check that the folder for files is mounted, or the S3 settings of the file storage; the log of the worker names the files. The newest backup that has them is kept. Then run: npm run backup'
