/** What the page itself measures; runs in the browser, before the product's own code. */
type PageProbe = {
  /** Starts to watch for another conversation. Call it before the key press: some settings open a row at once. */
  watch(): void
  /** Resolves once its messages are painted, with the time since the key press that opened it. */
  nextConversation(): Promise<number>
  /** The times from key press to paint since the last call, one per key that changed the text. */
  takeKeyTimes(): number[]
  /** Durations of the tasks over 50 ms since the last call. */
  takeLongTasks(): number[]
  /** Duration of a fixed piece of JavaScript. */
  calibrate(): number
  /** When the first rows of a list were painted, since the navigation; null before that. */
  rowsPaintedAt: number | null
  /** Layout shifts without input after that. */
  shiftAfterRows: number
}

declare global {
  interface Window {
    bench: PageProbe
  }
}

/**
 * "Painted" is the first task after the frame that shows the change: its animation callbacks, styles, layout and paint have been
 * computed. Compositing and the display's refresh are not included.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: sent to the page as one piece
export function installProbe() {
  // One channel for all: the first message of a new one is overtaken by tasks that are posted later.
  const { port1, port2 } = new MessageChannel()
  const awaitingPaint: ((at: number) => void)[] = []
  port1.onmessage = () => awaitingPaint.shift()?.(performance.now())
  const afterPaint = (then: (at: number) => void) =>
    requestAnimationFrame(() => {
      awaitingPaint.push(then)
      port2.postMessage(null)
    })

  let pressedAt = 0
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressedAt = timeStamp
    },
    true,
  )

  const keyTimes: number[] = []
  addEventListener(
    'input',
    () => {
      const from = pressedAt
      afterPaint((at) => keyTimes.push(at - from))
    },
    true,
  )

  const longTasks: number[] = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration)
  }).observe({ type: 'longtask' })

  const messages = () =>
    [...document.querySelectorAll('[data-message]')].map((element) => element.getAttribute('data-message'))
  const openUuid = () => /conversation\/([0-9a-f-]{36})/.exec(location.pathname)?.[1]

  /** Calls `then` after a change of the page that makes the condition true. */
  const whenChanged = (isTrue: () => boolean, then: () => void) => {
    const observer = new MutationObserver(() => {
      if (!isTrue()) return
      observer.disconnect()
      then()
    })
    observer.observe(document, { subtree: true, childList: true })
  }

  let next: Promise<number> = Promise.reject(new Error('Nothing is watched'))
  next.catch(() => {})
  const probe: PageProbe = {
    watch() {
      const [before, uuid] = [new Set(messages()), openUuid()]
      const isShown = () => {
        const now = messages()
        return openUuid() !== uuid && now.length > 0 && now.every((one) => !before.has(one))
      }
      next = new Promise((resolve) => {
        whenChanged(isShown, () => {
          const from = pressedAt
          afterPaint((at) => resolve(at - from))
        })
      })
    },
    nextConversation: () => next,
    takeKeyTimes: () => keyTimes.splice(0),
    takeLongTasks: () => longTasks.splice(0),
    calibrate() {
      const from = performance.now()
      let sum = 0
      const words: string[] = []
      for (let n = 0; n < 60_000; n++) words.push(`word-${(n * 7919) % 10_007}`)
      words.sort()
      for (let n = 0; n < 2_000_000; n++) sum = (sum * 31 + n) % 1_000_003
      if (words.length === sum) throw new Error('The results must be used')
      return performance.now() - from
    },
    rowsPaintedAt: null,
    shiftAfterRows: 0,
  }
  window.bench = probe

  whenChanged(
    () => document.querySelector('[data-row]') !== null,
    () =>
      afterPaint((at) => {
        probe.rowsPaintedAt = at
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, hadRecentInput } = entry as PerformanceEntry & {
              value: number
              hadRecentInput: boolean
            }
            if (!hadRecentInput && entry.startTime > at) probe.shiftAfterRows += value
          }
        }).observe({ type: 'layout-shift', buffered: true })
      }),
  )
}
