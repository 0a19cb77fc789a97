import { type Progress, startMeter } from '../backup/progress.ts'
import { readSchema } from '../db/migrate.ts'
import { schemaNumberOf } from '../db/schema-version.ts'
import type { Env } from '../env.ts'
import type { Log } from '../log.ts'

type Options = {
  /** Of a connection with a session of its own. */
  connection_string: string
  log: Pick<Log, 'info' | 'warn'>
  now: Date
  /** Shows the progress of the backup; in the log by default. */
  progress?: Progress
}

/**
 * Call it before the database is migrated. An embedded workspace is backed up; the owner of an external database is reminded to have a
 * backup. Does nothing if there is nothing to upgrade. Returns the path of the backup, or null.
 */
export async function prepareUpgrade(
  env: Env,
  { connection_string, log, now, progress = logProgress(log) }: Options,
): Promise<string | null> {
  const { current, missing } = await readSchema(connection_string)
  const newest = missing.at(-1)
  if (current === null || newest === undefined) return null
  const schemas = { from: current, to: schemaNumberOf(newest) }
  if (env.database_url !== undefined) {
    log.warn(
      schemas,
      'upgrading the database; Parley doesn’t back up an external one by itself, so keep a backup from before each upgrade',
    )
    return null
  }
  if (env.skip_upgrade_backup) {
    log.warn(schemas, 'upgrading without a backup, because PARLEY_SKIP_UPGRADE_BACKUP is set')
    return null
  }
  // Loaded on demand: a start without an upgrade needs none of it.
  const { makeUpgradeBackup } = await import('./upgrade-backup.ts')
  return makeUpgradeBackup(env, { connection_string, schema: current, now, log, progress })
}

const logEveryMs = 10_000

function logProgress(log: Pick<Log, 'info'>): Progress {
  let loggedAt = performance.now()
  let measure = startMeter({ total: null })
  return {
    begin(step) {
      measure = startMeter(step)
    },
    update(done) {
      const { share } = measure(done)
      if (performance.now() - loggedAt < logEveryMs) return
      loggedAt = performance.now()
      log.info(`backup before the upgrade: ${Math.floor((share ?? 0) * 100)} %`)
    },
    end() {},
  }
}
