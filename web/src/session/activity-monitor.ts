/** Mouse, keyboard and click activity across all tabs of this browser. */
export type ActivityMonitor = {
  idleMs: () => number
  /** Resets the idle time, after activity in another browser. */
  reset: () => void
  stop: () => void
}

const BROADCAST_INTERVAL_MS = 1_000

/** Watches until stopped. `onActivity` runs for activity in this tab; activity in other tabs only resets the idle time. */
export function watchActivity(onActivity: () => void, channel: Channel = openChannel()): ActivityMonitor {
  let lastActivity = Date.now()
  let lastBroadcast = 0
  const handleActivity = () => {
    lastActivity = Date.now()
    // Throttled: other tabs don't need every mouse move.
    if (lastActivity - lastBroadcast >= BROADCAST_INTERVAL_MS) {
      lastBroadcast = lastActivity
      channel.postMessage(lastActivity)
    }
    onActivity()
  }
  const onOtherTab = ({ data }: MessageEvent) => {
    if (typeof data === 'number') lastActivity = Math.max(lastActivity, Math.min(data, Date.now()))
  }
  const events = ['mousemove', 'keydown', 'click'] as const
  for (const event of events) addEventListener(event, handleActivity, { passive: true })
  channel.addEventListener('message', onOtherTab)
  // Opening a tab counts as activity.
  channel.postMessage(lastActivity)
  return {
    idleMs: () => Date.now() - lastActivity,
    reset() {
      lastActivity = Date.now()
    },
    stop() {
      for (const event of events) removeEventListener(event, handleActivity)
      channel.removeEventListener('message', onOtherTab)
      channel.close()
    },
  }
}

type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener' | 'close'>

const openChannel = () => new BroadcastChannel('parley.touches')
