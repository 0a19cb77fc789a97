import { useEffect, useState } from 'react'

/**
 * The row that has the keyboard focus. A palette, menu or dialog that opens over the page doesn't take it away; a click or the focus anywhere
 * else on the page does.
 */
export function useFocusedRow(): readonly [string | null, (uuid: string) => void] {
  const [focused, setFocused] = useState<string | null>(null)
  // Clicks and focus are events of the document, outside this list too.
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

/** Palette, menus and dialogs are rendered outside the page, together with the backdrop that covers it. */
const isFloating = (target: HTMLElement) => !document.getElementById('root')?.contains(target)
