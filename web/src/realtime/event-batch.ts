import { defaultScheduler, notifyManager } from '@tanstack/react-query'

/** Events closer together than this are applied together, in milliseconds. */
const BATCH_MS = 50
/** How long a batch is applied at a time. A key that is pressed meanwhile comes first. */
const SLICE_MS = 5
/** When to try again after finding a frame due. */
const RETRY_MS = 5
/** After a batch, several times as long as it took to apply and render is left to the agent's own input. */
const REST_FACTOR = 8
const LONGEST_REST_MS = 1_000

/**
 * Applies events in batches when many arrive, because each batch renders once: a busy team causes hundreds a second. An event after a
 * quiet moment is applied at once, and so is every event of a hidden tab, whose timers browsers delay by up to a minute. They are applied
 * in the order in which they were added.
 */
export function createEventBatch({
  isHidden,
  isFrameDue,
}: {
  isHidden: () => boolean
  /** Whether the frame that shows the agent's last key is still to come. */
  isFrameDue: () => boolean
}) {
  let waiting: (() => void)[] = []
  let batch: (() => void)[] = []
  let timeSpent = 0
  let restsUntil = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const continueIn = (delay: number) => {
    timer = setTimeout(() => {
      timer = undefined
      proceed()
    }, delay)
  }
  const proceed = () => {
    if (isHidden()) return flush()
    const rest = restsUntil - performance.now()
    if (rest > 0) return continueIn(rest)
    if (isFrameDue()) return continueIn(RETRY_MS)
    if (batch.length === 0) startBatch()
    applyFor(SLICE_MS)
    if (batch.length > 0) continueIn(0)
    else endBatch()
  }
  const startBatch = () => {
    holdNotifications()
    batch = waiting
    waiting = []
  }
  const applyFor = (duration: number) => {
    const from = performance.now()
    let applied = 0
    notifyManager.batch(() => {
      for (const apply of batch) {
        if (applied > 0 && performance.now() >= from + duration) break
        applied += 1
        applyOne(apply)
      }
    })
    batch = batch.slice(applied)
    timeSpent += performance.now() - from
  }
  const endBatch = () => {
    const [from, applying] = [performance.now(), timeSpent]
    timeSpent = 0
    restsUntil = from + BATCH_MS
    releaseNotifications()
    // After the render, which is a task of its own.
    setTimeout(() => {
      const now = performance.now()
      const rest = Math.min(REST_FACTOR * (applying + now - from), LONGEST_REST_MS)
      restsUntil = Math.max(restsUntil, now + rest)
    })
    if (waiting.length > 0) continueIn(BATCH_MS)
  }
  /** Applies what waits. */
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    batch = [...batch, ...waiting]
    waiting = []
    applyFor(Number.POSITIVE_INFINITY)
    endBatch()
  }
  return {
    add(apply: () => void) {
      waiting.push(apply)
      if (isHidden()) flush()
      else if (timer === undefined) proceed()
    },
    flush,
  }
}

/** An event that fails takes no other with it. */
function applyOne(apply: () => void) {
  try {
    apply()
  } catch (error) {
    reportError(error)
  }
}

let isHolding = false
let held: (() => void)[] = []

// Components are notified of a batch once all of it is in the cache.
notifyManager.setScheduler((notify) => {
  if (isHolding) held.push(notify)
  else defaultScheduler(notify)
})

function holdNotifications() {
  isHolding = true
}

function releaseNotifications() {
  isHolding = false
  const notifications = held
  held = []
  for (const notify of notifications) defaultScheduler(notify)
}
