import { type BackupPlanSources, readBackupPlan } from '../../../backup/backup-plan.ts'
import { queueBackup } from '../../../backup/scheduled-backups.ts'
import type { Tx } from '../../../db/transaction.ts'
import { conflict } from '../../../http/errors.ts'
import { readPausedCopy } from '../../../paused-copy.ts'
import { noTarget } from './backup-schedule.ts'
import { readBackupState } from './read-backups.ts'

/** Queues a backup for the next worker. One that waits for another attempt is begun now. */
export async function startBackup(tx: Tx, environment: BackupPlanSources): Promise<void> {
  const { target } = await readBackupPlan(tx.db, environment)
  if (target === null) throw noTarget()
  if (await readPausedCopy(tx.db))
    throw conflict('This is a restored copy that isn’t live yet, so it makes no backups. Make it live first')
  if ((await readBackupState(tx.db)) === 'running')
    throw conflict('A backup is being made already. Wait until it has finished')
  await queueBackup(tx.db)
  await tx.record({ type: 'settings.backup_started', object: { type: 'settings', id: null } })
}
