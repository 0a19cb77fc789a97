import type { Env } from '../env.ts'
import { type FileStorage, openFileStores } from '../files/open-file-stores.ts'
import { formatCount } from '../format-amounts.ts'
import { checkS3 } from '../startup/check-s3.ts'
import { type CopyResult, copyFiles } from './copy-files.ts'
import { showProgress } from './show-progress.ts'

const maxListed = 20

/** Copies all files from one storage into the other. Throws, with what was done, if some of them are damaged. */
export async function runCopyFiles(env: Env, from: FileStorage | undefined): Promise<string[]> {
  if (!env.s3)
    throw new Error(
      'S3_BUCKET is not set. Set it and the other S3 settings for this command, as the server will have them',
    )
  await checkS3(env.s3)
  const to = from === 's3' ? 'local' : 's3'
  const source = await openFileStores(env, {}, from)
  const target = await openFileStores(env, {}, to)
  const progress = showProgress(process.stderr)
  try {
    const result = await copyFiles(source, target, progress)
    progress.end()
    const lines = describeResult(result, { local: env.files_dir, s3: `the bucket ${env.s3.bucket}` }[to])
    if (result.damaged.length > 0) throw new Error(lines.join('\n'))
    return lines
  } finally {
    progress.end()
    source.stop()
    target.stop()
  }
}

function describeResult(
  { copied, bytes, present, damaged, only_in_target }: CopyResult,
  target: string,
): string[] {
  const megabytes = (bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })
  return [
    `Copied ${formatCount(copied, 'file')} (${megabytes} MB) into ${target}; ${formatCount(present, 'file')} already there.`,
    ...(only_in_target > 0 ? [`${formatCount(only_in_target, 'file')} are only there.`] : []),
    ...damaged.slice(0, maxListed).map((name) => `Not copied, because it is damaged: ${name}`),
    ...(damaged.length > maxListed ? [`And ${damaged.length - maxListed} more.`] : []),
  ]
}
