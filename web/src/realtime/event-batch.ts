import type { ServerEvent } from '@parley/contract/shared/server-events'

/** Events closer together than this are applied together, in milliseconds. */
const BATCH_MS = 50
/** After a batch, several times as long as it took to apply and render is left to the agent's own input. */
const REST_FACTOR = 3

/**
 * Applies events in batches when many arrive, because each batch renders once: a busy team causes hundreds a second. An event after a
 * quiet moment is applied at once, and so is every event of a hidden tab, whose timers browsers delay by up to a minute. `apply` gets them
 * in order.
 */
export function createEventBatch(
  apply: (events: readonly ServerEvent[]) => void,
  { isHidden }: { isHidden: () => boolean },
) {
  let waiting: ServerEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let restsUntil = 0

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const events = waiting
    waiting = []
    if (events.length === 0) return
    const from = performance.now()
    restsUntil = from + BATCH_MS
    apply(events)
    // After the render, which is a task of its own.
    setTimeout(() => {
      const duration = performance.now() - from
      restsUntil = Math.max(restsUntil, performance.now() + REST_FACTOR * duration)
    })
  }
  return {
    add(event: ServerEvent) {
      waiting.push(event)
      if (isHidden()) return flush()
      if (timer !== undefined) return
      const delay = restsUntil - performance.now()
      if (delay <= 0) flush()
      else timer = setTimeout(flushWhenRested, delay)
    },
    /** Applies what waits. */
    flush,
  }

  function flushWhenRested() {
    const delay = restsUntil - performance.now()
    if (delay <= 0) flush()
    else timer = setTimeout(flushWhenRested, delay)
  }
}
