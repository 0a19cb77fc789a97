import { useEffect, useState } from 'react'

/**
 * The row with the keyboard focus. Opening a palette, menu or dialog keeps it; a click or the focus elsewhere on the
 * page clears it.
 */
export function useFocusedRow(): readonly [string | null, (uuid: string) => void] {
  const [focused, setFocused] = useState<string | null>(null)
  // Clicks and focus are document events, also outside this list.
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || target.closest('[data-row], [data-rows]')) return
      if (!isFloating(target)) setFocused(null)
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [])
  return [focused, setFocused]
}

/** The palette, menus and dialogs are rendered outside the root element, together with their backdrop. */
const isFloating = (target: HTMLElement) => !document.getElementById('root')?.contains(target)
