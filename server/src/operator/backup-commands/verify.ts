import { withArchive } from '../../backup/find-archive.ts'
import { verifyBackup } from '../../backup/verify-backup.ts'
import type { Env } from '../../env.ts'
import { formatCount } from '../../format-amounts.ts'
import { showProgress } from '../show-progress.ts'
import { type CommandOptions, describeBackup } from './command.ts'

/** `npm run verify` */
export async function verify({ place = '' }: CommandOptions, readSettings: () => Env): Promise<string[]> {
  const progress = showProgress(process.stderr)
  const check = async (path: string) => {
    const contents = await verifyBackup(path, progress)
    return [
      `${describePlace(place, path)} is intact: ${describeBackup(contents.header)}, with ${formatCount(contents.rows, 'row')} and ${formatCount(contents.files, 'file')}.`,
      ...contents.manifest.missing_files.map(
        (name) => `The workspace lacked ${name} when the backup was made.`,
      ),
      ...contents.manifest.damaged_files.map(
        (name) => `The workspace had only a damaged copy of ${name} when the backup was made.`,
      ),
    ]
  }
  return withArchive(place, readSettings, check, progress).finally(() => progress.end())
}

/** A file that was downloaded is called by its URL. */
function describePlace(place: string, path: string): string {
  return place.startsWith('s3://') ? place : path
}
