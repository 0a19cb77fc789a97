import { useEffectEvent, useLayoutEffect } from 'react'
import { takeBufferedKeystrokes } from './text-buffer.ts'

/** Hands over, once, what was typed before the field was there. Before the first frame is painted, so that no letter falls between. */
export function useBufferedText(take: (text: string) => void) {
  const handOver = useEffectEvent(() => {
    const { text } = takeBufferedKeystrokes()
    if (text) take(text)
  })
  useLayoutEffect(() => handOver(), [])
}
