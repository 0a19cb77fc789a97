import { useEffectEvent, useLayoutEffect } from 'react'
import { takeBufferedKeystrokes } from './text-buffer.ts'

/**
 * Passes on, once, the text typed before the field was mounted, and whether Enter followed it; before the first paint,
 * so that no keystroke is lost. With `isTarget` false, the text is for another field.
 */
export function useBufferedText(onText: (text: string, enter: boolean) => void, isTarget = true) {
  const passOn = useEffectEvent(() => {
    if (!isTarget) return
    const { text, enter } = takeBufferedKeystrokes()
    if (text || enter) onText(text, enter)
  })
  useLayoutEffect(() => passOn(), [])
}
