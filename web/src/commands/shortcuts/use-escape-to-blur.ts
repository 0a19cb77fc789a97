import { useLayoutEffect } from 'react'

const floatingLayers = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/**
 * Esc in a field of the page leaves it, and the keys are shortcuts again. What floats above the page takes its own Esc
 * first. Mounted once, by the shell.
 */
export function useEscapeToBlur() {
  // Keys are events of the window, heard from the first frame on.
  useLayoutEffect(() => {
    let above = false
    // Looked at before anybody has reacted: a list that this very press closes must not cost the field its focus.
    const before = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') above = [...document.querySelectorAll(floatingLayers)].some(isOpen)
    }
    const after = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing && !above) blurField(event)
    }
    addEventListener('keydown', before, { capture: true })
    addEventListener('keydown', after)
    return () => {
      removeEventListener('keydown', before, { capture: true })
      removeEventListener('keydown', after)
    }
  }, [])
}

/** What only fades out has had its Esc. */
const isOpen = (element: Element) => element.closest('[data-closed]') === null

function blurField({ target, defaultPrevented }: KeyboardEvent) {
  if (!(target instanceof HTMLElement) || target.getAttribute('aria-expanded') === 'true') return
  // ProseMirror claims every Esc and does nothing with it.
  if (target.isContentEditable) target.blur()
  else if (!defaultPrevented && target.matches('input, textarea, select')) target.blur()
}
