import { checkTimeoutMs, down, ok, type Part, type Verdict } from '../../readiness.ts'
import type { S3Bucket } from './s3-bucket.ts'

/** Requests to S3 cost money, and several readers ask each second. */
const cacheMs = { ok: 30_000, down: 5_000 }
/** Below the time that every part has. */
const timeoutMs = checkTimeoutMs - 500

/** The health of the file storage in S3. */
export function s3Health(bucket: Pick<S3Bucket, 'check'>): Part {
  let latest: { until: number; verdict: Verdict } | undefined
  return {
    name: 'files',
    async check() {
      if (latest && performance.now() < latest.until) return latest.verdict
      const verdict = await bucket.check(AbortSignal.timeout(timeoutMs)).then(
        () => ok('S3 is responding'),
        (error: Error) =>
          down(`${error.message} Until then files can’t be opened, and new email waits at its senders`),
      )
      latest = { until: performance.now() + (verdict.state === 'ok' ? cacheMs.ok : cacheMs.down), verdict }
      return verdict
    },
  }
}
