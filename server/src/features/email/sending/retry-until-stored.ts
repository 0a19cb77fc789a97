import { setTimeout as wait } from 'node:timers/promises'
import { isTransient } from '../../../transient-error.ts'

const maxMs = 10 * 60_000
/** Other failures may be a defect, which does not go away. */
const maxOtherFailures = 5

/** Stores what must not be forgotten, retrying while the database is unavailable. Throws after ten minutes. */
export async function retryUntilStored(work: () => Promise<void>): Promise<void> {
  const until = Date.now() + maxMs
  for (let attempt = 1, pause = 250; ; attempt++, pause = Math.min(pause * 2, 2_000)) {
    try {
      return await work()
    } catch (error) {
      if ((!isTransient(error) && attempt > maxOtherFailures) || Date.now() > until) throw error
      await wait(pause)
    }
  }
}
