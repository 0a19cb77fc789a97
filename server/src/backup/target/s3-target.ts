import { createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { openDownload } from '../../files/s3/download.ts'
import { openS3Bucket, type S3Bucket } from '../../files/s3/s3-bucket.ts'
import { partialPath } from '../archive/write-archive.ts'
import { type BackupSettings, parseS3Url } from '../backup-settings.ts'
import { noProgress, type Progress } from '../progress.ts'
import { type BackupTarget, isBackupName, nullIfMissing } from './backup-target.ts'

/** In bytes. S3 takes at most 10,000 parts. */
const smallestPart = 8 * 1024 * 1024
const maxParts = 9_000

/** Uploads that a killed process left behind are aborted after this time. */
const abandonedMs = 48 * 3_600_000

/**
 * A folder in S3. Archives are written and checked in the data folder, then uploaded: an upload that fails is repeated
 * without making the backup again.
 */
export async function openS3Target(
  url: string,
  { s3, data_dir }: { s3: BackupSettings['s3']; data_dir: string },
): Promise<BackupTarget> {
  const { bucket: name, path } = parseS3Url(url) ?? { bucket: '', path: '' } // checked with the settings
  const bucket = await openS3Bucket({ ...s3, bucket: name, prefix: path && `${path}/` })
  const folder = join(data_dir, 'backups')
  const pathOf = async (name: string) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return join(folder, basename(name))
  }
  return {
    workPath: pathOf,
    async store(path, name, progress) {
      await upload(bucket, path, name, progress)
      await rm(path)
    },
    async list() {
      const names: string[] = []
      for await (const { key } of bucket.list('')) if (isBackupName(key)) names.push(key)
      return names
    },
    async withPath(name, use, progress = noProgress) {
      const path = await pathOf(`download-${name}`)
      try {
        progress.begin({ name: 'download', unit: 'bytes', total: await bucket.findSize(name) })
        await pipeline(
          await openDownload((range) => bucket.read(name, range)),
          (chunks) => reportBytes(chunks, progress),
          createWriteStream(path, { mode: 0o600 }),
        )
        return await use(path)
      } finally {
        await rm(path, { force: true })
      }
    },
    async remove(name) {
      await bucket.remove(name)
      const path = await pathOf(name)
      for (const file of [path, partialPath(path)]) await rm(file, { force: true })
    },
    writeText: (name, content) => bucket.put(name, Buffer.from(content)),
    findText: (name) => bucket.read(name).then(({ body }) => text(body), nullIfMissing),
    stop: bucket.stop,
  }
}

async function upload(bucket: S3Bucket, path: string, name: string, progress: Progress): Promise<void> {
  const { size, mtimeMs } = await stat(path)
  progress.begin({ name: 'store', unit: 'bytes', total: size })
  await bucket.abortUploads('', mtimeMs - abandonedMs)
  const file = await open(path)
  try {
    const parts = readParts(file, Math.max(smallestPart, Math.ceil(size / maxParts)))
    await bucket.putParts(name, reportBytes(parts, progress))
  } finally {
    await file.close()
  }
  const stored = await bucket.findSize(name)
  if (stored !== size) throw new Error(`S3 has ${stored} bytes of ${name} instead of ${size}`)
}

/** Counts a chunk when the next one is asked for: then its receiver has taken it. */
async function* reportBytes(chunks: AsyncIterable<Buffer>, progress: Progress): AsyncGenerator<Buffer> {
  let done = 0
  for await (const chunk of chunks) {
    yield chunk
    done += chunk.length
    progress.update(done)
  }
}

/** All parts but the last have exactly this size. */
async function* readParts(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (;;) {
    const part = Buffer.allocUnsafe(size)
    let length = 0
    while (length < size) {
      const { bytesRead } = await file.read(part, length, size - length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    if (length > 0) yield part.subarray(0, length)
    if (length < size) return
  }
}
