import type { KeyboardEvent } from 'react'

/** Marks an element as an arrow key stop, in document order. */
export const ARROW_STOP = { 'data-search-stop': '' }

/**
 * Arrows move from the field through suggestions and all sections and back; Home and End go to the ends, Esc to the
 * field. Enter is the link's or button's own.
 */
export function moveFocusByArrowKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
  const target = findTarget(event.key, event.currentTarget)
  if (target === undefined) return
  event.preventDefault()
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
}

/** Where the key leads: null when there is nothing further, undefined when it keeps its usual meaning. */
function findTarget(key: string, page: HTMLElement): HTMLElement | null | undefined {
  const field = page.querySelector<HTMLInputElement>('input')
  const stops = [...page.querySelectorAll<HTMLElement>('[data-search-stop]')]
  const focused = document.activeElement
  if (focused === field) return key === 'ArrowDown' ? (stops[0] ?? null) : undefined
  if (key === 'Escape') return field
  const index = focused instanceof HTMLElement ? stops.indexOf(focused) : -1
  if (index < 0) return undefined
  if (key === 'ArrowDown') return stops[index + 1] ?? null
  if (key === 'ArrowUp') return stops[index - 1] ?? field
  if (key === 'Home') return stops[0]
  if (key === 'End') return stops.at(-1)
  return undefined
}
