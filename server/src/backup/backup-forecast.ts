import { parseCronItem } from 'graphile-worker'
import type { Db } from '../db/pool.ts'
import type { BackupPlan } from './backup-plan.ts'
import { listExpired } from './retention.ts'

/** A backup that still exists. `created_at` is the time of its data. */
export type ExistingBackup = {
  created_at: Date
  /** Its path, or its URL in S3. */
  place: string
  /** Removed once newer backups have replaced it. */
  is_managed: boolean
  /** When that is expected; null if nobody can know. */
  removed_at: Date | null
}

type Plan = Pick<BackupPlan, 'target' | 'schedule' | 'retention'>

const dayMs = 24 * 3_600_000
const minuteMs = 60_000
/** Of a schedule that hardly ever comes. */
const horizonDays = 366 * 10

/** The backups of which this workspace knows, oldest first, and when each is expected to be removed. */
export async function listExistingBackups(db: Db, plan: Plan, now: Date): Promise<ExistingBackup[]> {
  const rows = await db
    .selectFrom('backups')
    .select(['created_at', 'target', 'name', 'is_managed', 'missing_files'])
    .where('finished_at', 'is not', null)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  // Nothing removes those from before the target was changed.
  const isManaged = (row: (typeof rows)[number]) => row.is_managed && row.target === plan.target
  const removals = forecastRemovals(rows.filter(isManaged), plan, now)
  return rows.map((row) => ({
    created_at: row.created_at,
    place: `${row.target}/${row.name}`,
    is_managed: isManaged(row),
    removed_at: removals.get(row) ?? null,
  }))
}

/**
 * Plays the schedule from now on, with every backup succeeding and lacking as many files as the newest one. A backup that isn't in the
 * result has no known end.
 */
export function forecastRemovals<Backup extends { created_at: Date; missing_files?: number | null }>(
  backups: readonly Backup[],
  { schedule, retention }: Pick<Plan, 'schedule' | 'retention'>,
  now: Date,
): Map<Backup, Date> {
  const removals = new Map<Backup, Date>()
  if (schedule === null) return removals
  const newest = backups.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime()).at(-1)
  const missing_files = newest?.missing_files ?? 0
  let kept: { created_at: Date; missing_files?: number | null }[] = [...backups]
  for (const at of scheduledTimes(schedule, now)) {
    kept.push({ created_at: at, missing_files })
    const expired = new Set(listExpired(kept, retention))
    for (const backup of backups) if (expired.has(backup)) removals.set(backup, at)
    kept = kept.filter((backup) => !expired.has(backup))
    if (removals.size === backups.length) break
  }
  return removals
}

/** The last scheduled time of each day (UTC), because retention keeps at most one backup of a day. */
function* scheduledTimes(schedule: string, now: Date): Iterable<Date> {
  const { match } = parseCronItem({ task: 'schedule', match: schedule })
  const matches = (at: Date) =>
    match({
      ...{ min: at.getUTCMinutes(), hour: at.getUTCHours(), date: at.getUTCDate() },
      ...{ month: at.getUTCMonth() + 1, dow: at.getUTCDay() },
    })
  const findLastTime = (day: number, until: number) => {
    for (let time = day + dayMs - minuteMs; time >= until; time -= minuteMs)
      if (matches(new Date(time))) return time - day
    return null
  }
  const today = Math.floor(now.getTime() / dayMs) * dayMs
  // The same on every day of the schedule, so it is looked for only once.
  let timeOfDay: number | null = null
  for (let day = today; day < today + horizonDays * dayMs; day += dayMs) {
    timeOfDay ??= findLastTime(day, Math.max(day, now.getTime() + 1))
    if (timeOfDay !== null && matches(new Date(day + timeOfDay))) yield new Date(day + timeOfDay)
  }
}
