import { startTransition, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterPaint } from '../lib/browser/after-paint.ts'
import { hasBufferedKeydowns } from './keystroke-buffer/keydown-replay.ts'

/** Each renders one part that still shows its previous value. */
const unsettled = new Set<() => void>()

/**
 * Renders now what would follow after the next frame (see `useSettled`). Whatever acts on the page calls this first, so that it never
 * meets the previous conversation.
 */
export function settleNow() {
  if (unsettled.size === 0) return
  flushSync(() => {
    for (const settle of unsettled) settle()
  })
}

/**
 * The value, but after a change only once the next frame is painted: what reads `value` itself is on the screen first, and this
 * part shows the previous one until then. Nobody meets it: a key, a click or the focus calls `settleNow`.
 */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  // The next frame and the listeners are outside React.
  useLayoutEffect(() => {
    const settle = () => setSettled(value)
    // A value that was left again may still be rendering: this one comes after it, so that it never shows.
    if (settled === value) return settle()
    // Buffered keys are replayed in the commit that shows what they are for, or dropped.
    if (isWriting() || hasBufferedKeydowns()) return settle()
    unsettled.add(settle)
    addEventListener('pointerdown', settleNow, true)
    addEventListener('focusin', settleWhenWriting, true)
    const cancel = afterPaint(() => startTransition(settle))
    return () => {
      unsettled.delete(settle)
      removeEventListener('pointerdown', settleNow, true)
      removeEventListener('focusin', settleWhenWriting, true)
      cancel()
    }
  }, [settled, value])
  return settled
}

/** Whether the focus is in something that may be about to be replaced. */
const isWriting = () =>
  document.activeElement instanceof HTMLElement &&
  (document.activeElement.isContentEditable || document.activeElement.matches('input, textarea, select'))

const settleWhenWriting = () => {
  if (isWriting()) settleNow()
}
