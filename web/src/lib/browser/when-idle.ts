import { hasRequests } from './requests-under-way.ts'

const LATEST_MS = 5_000
const RETRY_MS = 50

/**
 * Runs something when the browser is idle and no request is under way, or after a few seconds at the latest: a browser opens six
 * connections, and code for later would delay what the page is waiting for.
 */
export function whenIdle(work: () => void) {
  const latest = performance.now() + LATEST_MS
  const attempt = () => {
    if (hasRequests() && performance.now() < latest) setTimeout(attempt, RETRY_MS)
    // Safari has no requestIdleCallback.
    else if ('requestIdleCallback' in window) requestIdleCallback(workIfIdle, { timeout: LATEST_MS })
    else setTimeout(work, 1_000)
  }
  const workIfIdle = () => (hasRequests() && performance.now() < latest ? attempt() : work())
  attempt()
}
