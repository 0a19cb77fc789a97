import { readBackupPlan } from '../../../../backup/backup-plan.ts'
import { readLastBackup } from '../../../../backup/recorded-backups.ts'
import { findBackupProblem } from '../../backup-state.ts'
import { type Check, error, ok, warning } from '../check.ts'

export const backupsCheck: Check = {
  name: 'backups',
  async run({ db, clock, installation }) {
    const problem = await findBackupProblem(db, installation.backups, clock.now())
    if (problem) return [error('', problem.message, problem.advice)]
    const [{ finished }, { schedule }] = await Promise.all([
      readLastBackup(db),
      readBackupPlan(db, installation.backups),
    ])
    if (schedule !== null && finished)
      return [ok('', `The last backup is of ${finished.created_at.toISOString()}`)]
    return [
      warning(
        '',
        finished
          ? `Backups are made by hand only, the last one on ${finished.created_at.toISOString()}`
          : 'No backup was ever made here',
        'Set PARLEY_BACKUP_TO and a schedule (on the System page, or PARLEY_BACKUP_SCHEDULE), or make sure that something else backs up the database and the files',
      ),
    ]
  },
}
