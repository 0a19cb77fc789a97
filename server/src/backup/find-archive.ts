import { stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { Env } from '../env.ts'
import type { Progress } from './progress.ts'
import { openBackupTarget } from './target/open-backup-target.ts'

/**
 * Calls back with the path of an archive on this machine. `place` is the path of a file or its URL in S3, or the folder
 * of which the newest backup is meant.
 */
export async function withArchive<T>(
  place: string,
  env: () => Pick<Env, 'data_dir' | 'backups'>,
  use: (path: string) => Promise<T>,
  progress?: Progress,
): Promise<T> {
  const isRemote = place.startsWith('s3://')
  const path = isRemote ? place.replace(/\/+$/, '') : resolve(place)
  const stats = isRemote ? null : await stat(path).catch(() => null)
  if (!isRemote && !stats) throw new Error(`There is no file ${path}`)
  if (stats?.isFile()) return use(path)
  const isArchive = isRemote && path.endsWith('.parley')
  const folder = isArchive ? `s3://${dirname(path.slice('s3://'.length))}` : path
  const { data_dir, backups } = isRemote ? env() : { data_dir: '', backups: { s3: noS3 } }
  const target = await openBackupTarget(folder, { data_dir, s3: backups.s3 })
  try {
    const name = isArchive ? basename(path) : (await target.list()).sort().at(-1)
    if (name === undefined) throw new Error(`There is no backup in ${folder}`)
    return await target.withPath(name, use, progress)
  } finally {
    target.stop()
  }
}

const noS3 = { region: '', endpoint: undefined, credentials: undefined, force_path_style: false }
