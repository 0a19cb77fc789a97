import type { KeyboardEvent } from 'react'

/** Marks an element as an arrow key stop, in document order. */
export const ARROW_STOP = { 'data-search-stop': '' }

/**
 * Arrows move from the field through suggestions and all sections and back; Home and End go to the ends, Esc to the
 * field. Enter is the link's or button's own.
 */
export function moveFocusByArrowKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget: page } = event
  const field = page.querySelector<HTMLInputElement>('input')
  const stops = [...page.querySelectorAll<HTMLElement>('[data-search-stop]')]
  const focused = document.activeElement
  const index = focused instanceof HTMLElement ? stops.indexOf(focused) : -1
  const inField = focused === field
  if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
  if (key === 'Escape' && !inField) move(field)
  else if (key === 'ArrowDown' && (inField || index >= 0)) move(stops[index + 1] ?? null)
  else if (key === 'ArrowUp' && index >= 0) move(stops[index - 1] ?? field)
  else if (key === 'Home' && index >= 0) move(stops[0] ?? null)
  else if (key === 'End' && index >= 0) move(stops.at(-1) ?? null)

  function move(to: HTMLElement | null) {
    event.preventDefault()
    to?.focus()
    to?.scrollIntoView({ block: 'nearest' })
  }
}
