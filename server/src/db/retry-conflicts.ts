import { transientKind } from '../transient-error.ts'

const maxAttempts = 3

/**
 * Repeats work that PostgreSQL rolled back because of another transaction (a deadlock or a failed serialization), up to three attempts
 * in all. The work must leave nothing behind when it fails; `canRetry` says whether that is still so.
 */
export async function retryConflicts<T>(work: () => Promise<T>, canRetry = () => true): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (transientKind(error) !== 'conflict' || attempt === maxAttempts || !canRetry()) throw error
    }
  }
}
