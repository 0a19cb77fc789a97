/** Mouse, keys and clicks in all tabs of this browser: one person sits in front of them. */
export type ActivityMonitor = {
  idleMs: () => number
  /** Begins the time anew: somebody was there, in another browser. */
  reset: () => void
  stop: () => void
}

const BROADCAST_INTERVAL_MS = 1_000

/** Watches until stopped. `onTouch` runs for touches of this tab only; those of others just keep the time. */
export function watchActivity(onActivity: () => void, channel: Channel = openChannel()): ActivityMonitor {
  let last = Date.now()
  let shared = 0
  const handleActivity = () => {
    last = Date.now()
    // Other tabs need not hear of every pixel that a mouse moves.
    if (last - shared >= BROADCAST_INTERVAL_MS) {
      shared = last
      channel.postMessage(last)
    }
    onActivity()
  }
  const elsewhere = ({ data }: MessageEvent) => {
    if (typeof data === 'number') last = Math.max(last, Math.min(data, Date.now()))
  }
  const events = ['mousemove', 'keydown', 'click'] as const
  for (const event of events) addEventListener(event, handleActivity, { passive: true })
  channel.addEventListener('message', elsewhere)
  // Opening a tab is a touch as well.
  channel.postMessage(last)
  return {
    idleMs: () => Date.now() - last,
    reset() {
      last = Date.now()
    },
    stop() {
      for (const event of events) removeEventListener(event, handleActivity)
      channel.removeEventListener('message', elsewhere)
      channel.close()
    },
  }
}

type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener' | 'close'>

const openChannel = () => new BroadcastChannel('parley.touches')
