import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './browser/after-paint.ts'

/**
 * The value, but `initial` until the first frame is painted. `useDeferredValue` renders the value as soon as `initial` is committed, which
 * delays that frame.
 */
export function useAfterPaint<Value>(value: Value, initial: Value): Value {
  const [isPainted, setPainted] = useState(value === initial)
  // Frames are outside React.
  useEffect(() => {
    if (!isPainted) return afterPaint(() => startTransition(() => setPainted(true)))
  }, [isPainted])
  return isPainted ? value : initial
}
