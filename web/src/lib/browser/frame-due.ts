/** A frame that takes longer isn't waited for: a window out of sight has none. */
const LONGEST_FRAME_MS = 200

/** Tells whether the frame that shows the last key press is still to come. Work that can wait would delay it. */
export function watchFrames(): { isFrameDue: () => boolean; stop: () => void } {
  let pressedAt = Number.NEGATIVE_INFINITY
  const onKeyDown = () => {
    const at = performance.now()
    pressedAt = at
    // The first task after the next frame.
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (pressedAt === at) pressedAt = Number.NEGATIVE_INFINITY
      }),
    )
  }
  addEventListener('keydown', onKeyDown, { capture: true })
  return {
    isFrameDue: () => performance.now() < pressedAt + LONGEST_FRAME_MS,
    stop: () => removeEventListener('keydown', onKeyDown, { capture: true }),
  }
}
