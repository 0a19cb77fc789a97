import { parseArgs } from 'node:util'
import { backfillFinisher } from './backfills/finish-backfill.ts'
import type { BackfillState } from './backfills/read-backfills.ts'
import type { Progress } from './backup/progress.ts'
import { systemClock } from './clock.ts'
import { migrate } from './db/migrate.ts'
import { type Env, readEnv } from './env.ts'
import { openFileStores } from './files/open-file-stores.ts'
import { createLog } from './log.ts'
import { connectDatabase, noWorkspaceError } from './operator/open-workspace.ts'
import { showProgress } from './operator/show-progress.ts'
import { describePlan, listRefusals, type UpgradeSurroundings } from './upgrade/describe-plan.ts'
import { planUpgrade } from './upgrade/plan-upgrade.ts'
import { prepareUpgrade } from './upgrade/prepare-upgrade.ts'
import { measureRoom, upgradeBackupFolder } from './upgrade/upgrade-backup.ts'
import { readVersion } from './version.ts'

/** `npm run upgrade`. Exits with 1 if the upgrade isn't possible or failed, and with 2 on incorrect usage. */

const usage = `Usage: npm run upgrade              upgrades the database to this release, after a backup of an embedded one
       npm run upgrade -- --check   says what that would do and about how long it would take; changes nothing

Starting Parley upgrades as well. Run it in the folder of the new release, with the same PARLEY_DATA_DIR or DATABASE_URL as the
server. The server must be stopped if its database is the embedded one, except for --check.`

// The exit handlers stop a database that was started for this command.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const options = parseOptions(args)
  if (typeof options === 'string') {
    console.error(`${options}\n\n${usage}`)
    return 2
  }
  if (options.help) {
    console.log(usage)
    return 0
  }
  try {
    const env = readEnv(process.env)
    return options.check ? await check(env) : await upgrade(env)
  } catch (error) {
    console.error((error as Error).message)
    return 1
  }
}

function parseOptions(args: string[]): { check: boolean; help: boolean } | string {
  try {
    const { values } = parseArgs({
      args,
      options: {
        check: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    return values
  } catch (error) {
    return (error as Error).message
  }
}

async function check(env: Env): Promise<number> {
  const database = await connectDatabase(env)
  try {
    const plan = await planUpgrade(database.connection_string)
    if (plan.current === null) throw noWorkspaceError()
    const surroundings = await readSurroundings(env, database.connection_string)
    console.log(describePlan(plan, surroundings).join('\n'))
    const refusals = plan.migrations.length > 0 ? listRefusals(surroundings) : []
    return refusals.length === 0 ? 0 : 1
  } finally {
    await database.stop()
  }
}

async function upgrade(env: Env): Promise<number> {
  const database = await connectDatabase(env, { exclusively: true })
  const { connection_string } = database
  const progress = showProgress(process.stderr)
  try {
    const plan = await planUpgrade(connection_string)
    if (plan.current === null) throw noWorkspaceError()
    const surroundings = await readSurroundings(env, connection_string)
    if (plan.migrations.length === 0) {
      console.log(describePlan(plan, surroundings).join('\n'))
      return 0
    }
    const now = systemClock.now()
    const backup = await prepareUpgrade(env, { connection_string, log: createLog('silent'), now, progress })
    progress.end()
    if (backup) console.log(`Backed up the workspace to ${backup}`)
    const startedAt = performance.now()
    await migrate(connection_string, {
      onWait: (line) => console.error(line),
      finishBackfill: backfillFinisher(connection_string, {
        clock: systemClock,
        onProgress: showBackfill(progress),
      }),
    })
    progress.end()
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(
      `Upgraded the database from schema ${plan.current} to schema ${plan.target} in ${seconds} s. Start this release now: npm start`,
    )
    return 0
  } finally {
    progress.end()
    await database.stop()
  }
}

/** One step per backfill. */
function showBackfill(progress: Progress) {
  let current: string | null = null
  return ({ name, done, estimate }: BackfillState) => {
    if (name !== current) progress.begin({ name: 'backfill', subject: name, unit: 'rows', total: estimate })
    current = name
    progress.update(done)
  }
}

async function readSurroundings(env: Env, connection_string: string): Promise<UpgradeSurroundings> {
  const version = await readVersion()
  if (env.database_url !== undefined) return { version, backup: null, without_backup: 'external' }
  if (env.skip_upgrade_backup) return { version, backup: null, without_backup: 'skipped' }
  const files = await openFileStores(env)
  try {
    const room = await measureRoom(env, connection_string, files)
    return { version, backup: { folder: upgradeBackupFolder(env.data_dir), ...room }, without_backup: null }
  } finally {
    files.stop()
  }
}
