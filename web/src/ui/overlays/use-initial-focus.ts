import { type RefObject, useRef } from 'react'

/**
 * For a dialog's popup: moves the focus into it in the moment when it is drawn. Base UI does that a frame later, and a key that came in
 * between would be a shortcut of the page beneath. `wished` goes first; what has taken the focus inside already keeps it.
 */
export function useInitialFocus(preferred?: RefObject<HTMLElement | null>) {
  const popup = useRef<HTMLDivElement>(null)
  /** Called before the first frame; false means that nothing is left to do. */
  const initialFocus = (interaction: string): boolean => {
    const dialog = popup.current
    if (!dialog) return true
    if (dialog.contains(document.activeElement)) return false
    // After a finger a field would bring the keyboard up, over what has just been opened.
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
