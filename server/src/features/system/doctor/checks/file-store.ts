import { createHash, randomBytes } from 'node:crypto'
import { type Check, error, ok } from '../check.ts'

export const fileStoreCheck: Check = {
  name: 'file_store',
  async run({ installation, files }) {
    const { s3, files_dir } = installation
    const subject = s3 ? `s3://${s3.bucket}/${s3.prefix}` : files_dir
    const advice = s3
      ? 'Check the S3 settings, the credentials, and whether the service is up'
      : 'Check that the disk or network mount is there, and that Parley’s user may write to it'
    try {
      // Unlike all other content, so that it can be removed.
      const content = Buffer.from(`Parley can store files here. ${randomBytes(16).toString('hex')}`)
      const startedAt = performance.now()
      const hash = await files.media.put(content)
      const stored = await files.media.get(hash)
      const ms = Math.round(performance.now() - startedAt)
      await files.media.remove(hash, '', 0)
      if (!createHash('sha256').update(stored).digest().equals(hash))
        return [error(subject, 'A file that was stored came back changed', advice)]
      return [ok(subject, `A file was written and read in ${ms} ms`)]
    } catch (cause) {
      return [error(subject, `Files can’t be stored: ${(cause as Error).message}`, advice)]
    }
  },
}
