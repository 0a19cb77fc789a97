/** Mouse, keys and clicks in all tabs of this browser: one person sits in front of them. */
export type Touches = {
  idleMs: () => number
  /** Begins the time anew: somebody was there, in another browser. */
  felt: () => void
  stop: () => void
}

const SHARED_EVERY_MS = 1_000

/** Watches until stopped. `onTouch` runs for touches of this tab only; those of others just keep the time. */
export function watchTouches(onTouch: () => void, channel: Channel = tabs()): Touches {
  let last = Date.now()
  let shared = 0
  const touched = () => {
    last = Date.now()
    // Other tabs need not hear of every pixel that a mouse moves.
    if (last - shared >= SHARED_EVERY_MS) {
      shared = last
      channel.postMessage(last)
    }
    onTouch()
  }
  const elsewhere = ({ data }: MessageEvent) => {
    if (typeof data === 'number') last = Math.max(last, Math.min(data, Date.now()))
  }
  const events = ['mousemove', 'keydown', 'click'] as const
  for (const event of events) addEventListener(event, touched, { passive: true })
  channel.addEventListener('message', elsewhere)
  // Opening a tab is a touch as well.
  channel.postMessage(last)
  return {
    idleMs: () => Date.now() - last,
    felt() {
      last = Date.now()
    },
    stop() {
      for (const event of events) removeEventListener(event, touched)
      channel.removeEventListener('message', elsewhere)
      channel.close()
    },
  }
}

type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener' | 'close'>

const tabs = () => new BroadcastChannel('parley.touches')
