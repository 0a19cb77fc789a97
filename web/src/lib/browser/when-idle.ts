/** Runs something that can wait until the browser has nothing better to do, some seconds from now at the latest. */
export function whenIdle(work: () => void) {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 5_000 })
  else setTimeout(work, 2_000)
}
