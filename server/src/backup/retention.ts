import type { BackupRetention } from '@parley/contract/system/system-backups'

const dayMs = 24 * 3_600_000

/** Monday 5 January 1970, in days since the epoch. */
const firstMonday = 4

const periodOf: Record<keyof BackupRetention, (at: Date) => string | number> = {
  days: (at) => Math.floor(at.getTime() / dayMs),
  weeks: (at) => Math.floor((at.getTime() / dayMs - firstMonday) / 7),
  months: (at) => at.toISOString().slice(0, 7),
}

/**
 * The backups that newer ones have replaced. The newest one is always kept, and so is one that lacks fewer files than every newer one:
 * it has files that the workspace has lost, such as while the folder for files isn't mounted.
 */
export function listExpired<Backup extends { created_at: Date; missing_files?: number | null }>(
  backups: readonly Backup[],
  retention: BackupRetention,
): Backup[] {
  const newestFirst = backups.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())
  const kept = new Set(listMostComplete(newestFirst))
  for (const unit of ['days', 'weeks', 'months'] as const) {
    const periods = new Set<string | number>()
    for (const backup of newestFirst) {
      const period = periodOf[unit](backup.created_at)
      if (periods.has(period)) continue
      if (periods.size === retention[unit]) break
      periods.add(period)
      kept.add(backup)
    }
  }
  return newestFirst.filter((backup) => !kept.has(backup))
}

/** An unknown number counts as none, because it is safer to keep too much. */
function* listMostComplete<Backup extends { missing_files?: number | null }>(
  newestFirst: Backup[],
): Generator<Backup> {
  let fewest = Number.POSITIVE_INFINITY
  for (const backup of newestFirst) {
    const missing = backup.missing_files ?? 0
    if (missing < fewest) yield backup
    fewest = Math.min(fewest, missing)
  }
}
