import { randomUUID } from 'node:crypto'
import type { S3Settings } from '../files/file-settings.ts'
import { openS3Bucket, type S3Limits } from '../files/s3/s3-bucket.ts'
import { explainS3Error } from '../files/s3/s3-errors.ts'

/** The start waits this long, with one repetition. */
const defaultLimits = { attempts: 2, connect_ms: 5_000, idle_ms: 10_000, response_ms: 10_000 }
const timeoutMs = 20_000

/**
 * Throws an error that names the setting if files cannot be stored in this bucket. Writes an object, reads it, and removes
 * it again.
 */
export async function checkS3(settings: S3Settings, limits: Partial<S3Limits> = {}): Promise<void> {
  const bucket = await openS3Bucket(settings, { ...defaultLimits, ...limits })
  const key = `write-test-${randomUUID()}`
  try {
    // First, because it says why it was refused.
    await bucket.check(AbortSignal.timeout(timeoutMs))
    await bucket.put(key, Buffer.from('Parley can write here'))
    await bucket.findSize(key)
    await bucket.remove(key)
  } catch (error) {
    const { cause = error } = error as Error
    throw new Error(`S3_BUCKET is ${settings.bucket}, but ${explainS3Error(cause as Error, settings)}`, {
      cause,
    })
  } finally {
    bucket.stop()
  }
}
