import { useEffectEvent, useLayoutEffect } from 'react'
import { releaseKeys } from './type-ahead.ts'

/** Hands over, once, what was typed before the field was there. Before the first frame is painted, so that no letter falls between. */
export function useHeldKeys(take: (text: string) => void) {
  const handOver = useEffectEvent(() => {
    const { text } = releaseKeys()
    if (text) take(text)
  })
  useLayoutEffect(() => handOver(), [])
}
