import { type PointerEvent, type TouchEvent, useRef } from 'react'

/** Milliseconds and pixels, as on phones. */
const LONG_PRESS_MS = 500
const MOVE_TOLERANCE_PX = 10

/** A long press on a touch screen. Some browsers fire `contextmenu` for it; iOS doesn't. */
export function useLongPress(onLongPress: (target: Element, point: { x: number; y: number }) => void) {
  const pressed = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null)
  const hasFired = useRef(false)
  const stop = () => {
    clearTimeout(pressed.current?.timer)
    pressed.current = null
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      hasFired.current = false
      const { target, clientX: x, clientY: y, pointerType } = event
      if (pointerType !== 'touch' || !(target instanceof Element)) return
      stop()
      const timer = setTimeout(() => {
        hasFired.current = true
        onLongPress(target, { x, y })
      }, LONG_PRESS_MS)
      pressed.current = { x, y, timer }
    },
    onPointerMove: (event: PointerEvent) => {
      const start = pressed.current
      if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > MOVE_TOLERANCE_PX) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    // Otherwise the browser emulates mouse events, which close the menu and click the row.
    onTouchEnd: (event: TouchEvent) => {
      if (hasFired.current && event.cancelable) event.preventDefault()
    },
  }
}
