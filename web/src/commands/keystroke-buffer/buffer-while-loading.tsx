import { type ReactNode, useLayoutEffect } from 'react'
import { isBuffering, startBuffering } from './text-buffer.ts'

/**
 * The fallback of a part with a field that takes the focus (`useBufferedText`): until it has loaded, what is typed is kept
 * for the field and triggers no shortcuts.
 */
export function BufferWhileLoading({ children }: { children?: ReactNode }) {
  useLayoutEffect(() => {
    const now = performance.now()
    // The key that opened it may have been pressed earlier.
    if (!isBuffering(now)) startBuffering(now)
  }, [])
  return children
}
