import { type RefObject, useRef } from 'react'

/**
 * Moves the focus into a dialog's popup as soon as it renders. Base UI does so a frame later, and a key pressed in
 * between would trigger a shortcut of the page below. `preferred` is tried first; an element inside that already has
 * the focus keeps it.
 */
export function useInitialFocus(preferred?: RefObject<HTMLElement | null>) {
  const popup = useRef<HTMLDivElement>(null)
  /** Called before the first frame; false means that the focus is set. */
  const initialFocus = (interaction: string): boolean => {
    const dialog = popup.current
    if (!dialog) return true
    if (dialog.contains(document.activeElement)) return false
    // After a touch, focusing a field would open the on-screen keyboard.
    const inside = interaction === 'touch' ? [] : dialog.querySelectorAll<HTMLElement>(focusable)
    for (const one of [preferred?.current, ...inside, dialog]) {
      one?.focus()
      if (one === document.activeElement) break
    }
    return false
  }
  return { popup, initialFocus }
}

const focusable = ':is(a[href], button, input, select, textarea, [contenteditable=true], [tabindex="0"])'
