import { acceptKey } from '../../backup/accept-key.ts'
import { withArchive } from '../../backup/find-archive.ts'
import type { Progress } from '../../backup/progress.ts'
import { restoreBackup } from '../../backup/restore-backup.ts'
import { systemClock } from '../../clock.ts'
import type { Env } from '../../env.ts'
import { openFileStores } from '../../files/open-file-stores.ts'
import { formatCount } from '../../format-amounts.ts'
import { readVersion } from '../../version.ts'
import { openEmptyDatabase } from '../open-workspace.ts'
import { showProgress } from '../show-progress.ts'
import { type CommandOptions, describeBackup } from './command.ts'

/** `npm run restore` */
export async function restore(options: CommandOptions, readSettings: () => Env): Promise<string[]> {
  const env = readSettings()
  const progress = showProgress(process.stderr)
  return withArchive(
    options.place ?? '',
    () => env,
    (path) => restoreFrom(path, options, env, progress),
    progress,
  ).finally(() => progress.end())
}

async function restoreFrom(
  path: string,
  options: CommandOptions,
  env: Env,
  progress: Progress,
): Promise<string[]> {
  const database = await openEmptyDatabase(env)
  const files = await openFileStores(env)
  try {
    const passphrase = options.passphrase ?? env.backups.passphrase
    const contents = await restoreBackup(
      path,
      {
        connection_string: database.connection_string,
        files,
        version: await readVersion(),
        now: systemClock.now(),
        accept: (header) => acceptKey(header, env, { ...options, passphrase }),
      },
      progress,
    )
    progress.end()
    return [
      `Restored ${describeBackup(contents.header)}: ${formatCount(contents.rows, 'row')} and ${formatCount(contents.files, 'file')}.`,
      ...contents.manifest.missing_files.map((name) => `The backup lacked ${name}.`),
      ...contents.manifest.damaged_files.map((name) => `The backup had only a damaged copy of ${name}.`),
      'It sends and receives nothing yet, because the original may still run. If it doesn’t: npm run admin -- go-live',
    ]
  } finally {
    files.stop()
    await database.stop()
  }
}
