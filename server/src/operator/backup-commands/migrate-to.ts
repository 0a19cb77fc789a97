import { moveDatabase } from '../../backup/move-database.ts'
import { systemClock } from '../../clock.ts'
import { startEmbeddedPostgres } from '../../db/embedded.ts'
import type { Env } from '../../env.ts'
import { formatCount } from '../../format-amounts.ts'
import { checkDatabase } from '../../startup/check-database.ts'
import { openWorkspace } from '../open-workspace.ts'
import { showProgress } from '../show-progress.ts'
import type { CommandOptions } from './command.ts'

/** `npm run migrate-to` */
export async function migrateTo({ place = '' }: CommandOptions, readSettings: () => Env): Promise<string[]> {
  const env = readSettings()
  const isEmbedded = place === 'embedded'
  if (!isEmbedded && !/^postgres(ql)?:\/\//.test(place))
    throw new Error(
      `"${place}" is neither embedded nor the URL of a database, such as postgres://user:password@host:5432/parley`,
    )
  if (isEmbedded && env.database_url === undefined)
    throw new Error('The database is embedded already. DATABASE_URL names the one to move from')
  const workspace = await openWorkspace(env)
  const progress = showProgress(process.stderr)
  const target = await openTarget(place, env)
  try {
    const called = isEmbedded ? `the embedded database in ${env.data_dir}` : withoutPassword(place)
    const rows = await moveDatabase(
      { from: workspace.connection_string, to: target.connection_string, called, now: systemClock.now() },
      progress,
    )
    progress.end()
    return [
      `Moved ${formatCount(rows, 'row')} to ${called}. Files and the key of stored passwords stay where they are.`,
      isEmbedded
        ? 'Remove DATABASE_URL from the settings, and start Parley.'
        : 'Set DATABASE_URL to the new database, and start Parley.',
      'The old database is unchanged, but sends and receives nothing if it is used again.',
    ]
  } finally {
    progress.end()
    await target.stop()
    await workspace.close()
  }
}

async function openTarget(place: string, { data_dir }: Env) {
  if (place === 'embedded')
    return startEmbeddedPostgres({ data_dir, log: { debug() {}, info() {}, warn() {} } })
  await checkDatabase(place, 'The URL')
  return { connection_string: place, async stop() {} }
}

function withoutPassword(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}
