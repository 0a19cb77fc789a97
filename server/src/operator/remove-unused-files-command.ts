import type { Env } from '../env.ts'
import { openFileStores } from '../files/open-file-stores.ts'
import { removeUnusedFiles } from '../files/remove-unused-files.ts'
import { checkS3 } from '../startup/check-s3.ts'
import type { OpenWorkspace } from './open-workspace.ts'

/** Removes files that nothing refers to, or says which it would remove. Returns the lines to print. */
export async function runRemoveUnusedFiles(
  { db }: Pick<OpenWorkspace, 'db'>,
  env: Env,
  dry_run: boolean,
): Promise<string[]> {
  if (env.s3) await checkS3(env.s3)
  const files = await openFileStores(env)
  try {
    const { unused, unused_bytes, recent, ...all } = await removeUnusedFiles({ db, files }, { dry_run })
    const megabytes = (unused_bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })
    return [
      `${dry_run ? 'Would remove' : 'Removed'} ${unused.toLocaleString('en')} of ${all.files.toLocaleString('en')} files (${megabytes} MB) that nothing refers to.`,
      ...(recent > 0 ? [`Left ${recent.toLocaleString('en')} that are younger than a day.`] : []),
    ]
  } finally {
    files.stop()
  }
}
