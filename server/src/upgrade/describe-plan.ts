import { formatBytes, formatCount } from '../format-amounts.ts'
import type { PlannedMigration, UpgradePlan } from './plan-upgrade.ts'
import type { Room } from './upgrade-backup.ts'

/** What an upgrade means for the machine and the workspace, besides its migrations. */
export type UpgradeSurroundings = {
  /** Version of this program. */
  version: string
  /** Where the backup goes and whether it fits; null if none is made. */
  backup: ({ folder: string } & Room) | null
  /** Why none is made. */
  without_backup: 'external' | 'skipped' | null
}

/** Why the upgrade can't be done now, as sentences. */
export function listRefusals({ backup }: UpgradeSurroundings): string[] {
  if (!backup || backup.fits) return []
  return [
    `The backup before the upgrade needs about ${formatBytes(backup.needed)}, and the disk of ${backup.folder} has ${formatBytes(backup.free)} free. ` +
      'Free some space, or upgrade without it: PARLEY_SKIP_UPGRADE_BACKUP=1',
  ]
}

/** The lines that `npm run upgrade -- --check` prints. */
export function describePlan(plan: UpgradePlan, surroundings: UpgradeSurroundings): string[] {
  const { applied, current, target, migrations, is_rolling } = plan
  const { version } = surroundings
  if (migrations.length === 0)
    return [`The database is up to date: Parley ${version}, schema ${current}. There is nothing to upgrade.`]
  const writer = applied.at(-1)?.applied_by
  const seconds = migrations.reduce((sum, migration) => sum + migration.seconds, 0)
  return [
    `From ${writer ? `Parley ${writer}, ` : ''}schema ${current}, to Parley ${version}, schema ${target}: ${formatCount(migrations.length, 'migration')}, ${formatDuration(seconds)} on this data.`,
    '',
    ...migrations.flatMap(describeMigration),
    '',
    is_rolling
      ? 'Nodes of the running release can keep running, and be replaced one after the other.'
      : 'Nodes of the running release stop by themselves when this is applied. Start nodes of the new one right after it.',
    describeBackup(surroundings),
    ...describeBackfills(plan),
    ...listRefusals(surroundings).map((reason) => `Not possible: ${reason}`),
    'Nothing was changed. To upgrade, run npm run upgrade, or start this release.',
  ]
}

function describeMigration({ schema, purpose, blocks, seconds, has_unknown }: PlannedMigration): string[] {
  const duration = has_unknown ? 'for a time that can’t be estimated' : formatDuration(seconds)
  const tables = blocks.tables.join(', ')
  const effects = {
    none: `blocks nothing, ${duration}`,
    writes: `blocks changes of ${tables}, ${duration}`,
    everything: `blocks the use of ${tables}, ${duration}`,
  }[blocks.lock]
  return [`  ${schema}  ${purpose}`, `        ${effects}`]
}

/** Those that continue in the background, and those that must finish first. */
function describeBackfills({ migrations, unfinished_backfills }: UpgradePlan): string[] {
  return unfinished_backfills.map(({ name, done, estimate }) => {
    const progress = `The backfill ${name} hasn’t finished (${done} of ${estimate === null ? 'an unknown number of' : `about ${estimate}`} rows)`
    const migration = migrations.find(({ required_backfill }) => required_backfill === name)
    return migration
      ? `${progress}, and ${migration.schema} requires that: npm run upgrade finishes it first.`
      : `${progress}. It continues after the upgrade.`
  })
}

function describeBackup({ backup, without_backup }: UpgradeSurroundings): string {
  if (backup)
    return `A backup is made first: about ${formatBytes(backup.needed)} in ${backup.folder}, where ${formatBytes(backup.free)} are free.`
  return without_backup === 'external'
    ? 'No backup is made, because the database is an external one. Make one before you upgrade, with npm run backup of the running release.'
    : 'No backup is made, because PARLEY_SKIP_UPGRADE_BACKUP is set.'
}

/** Rounded up, because estimates are rough. */
function formatDuration(seconds: number): string {
  if (seconds < 1) return 'less than a second'
  if (seconds < 90) return `about ${formatCount(Math.ceil(seconds), 'second')}`
  return seconds < 5_400
    ? `about ${formatCount(Math.ceil(seconds / 60), 'minute')}`
    : `about ${formatCount(Math.ceil(seconds / 3_600), 'hour')}`
}
