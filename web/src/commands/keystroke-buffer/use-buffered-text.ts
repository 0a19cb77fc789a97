import { useEffectEvent, useLayoutEffect } from 'react'
import { takeBufferedKeystrokes } from './text-buffer.ts'

/**
 * Passes on, once, the text typed before the field was mounted; before the first paint, so that no keystroke is lost.
 */
export function useBufferedText(onText: (text: string) => void) {
  const passOn = useEffectEvent(() => {
    const { text } = takeBufferedKeystrokes()
    if (text) onText(text)
  })
  useLayoutEffect(() => passOn(), [])
}
