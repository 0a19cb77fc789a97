import { useLayoutEffect } from 'react'

const floatingLayers = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/**
 * Esc in a field of the page blurs it, so that keys are shortcuts again. Floating layers handle their own Esc first.
 * Mounted once, by the shell.
 */
export function useEscapeToBlur() {
  // Keydown is a window event; listen before the first paint.
  useLayoutEffect(() => {
    let hasLayerAbove = false
    // Checked in the capture phase: if this press closes a list, the field must keep its focus.
    const onCapture = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') hasLayerAbove = [...document.querySelectorAll(floatingLayers)].some(isOpen)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing && !hasLayerAbove) blurField(event)
    }
    addEventListener('keydown', onCapture, { capture: true })
    addEventListener('keydown', onKeyDown)
    return () => {
      removeEventListener('keydown', onCapture, { capture: true })
      removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

/** A closing element has already handled its Esc. */
const isOpen = (element: Element) => element.closest('[data-closed]') === null

function blurField({ target, defaultPrevented }: KeyboardEvent) {
  if (!(target instanceof HTMLElement) || target.getAttribute('aria-expanded') === 'true') return
  // ProseMirror calls preventDefault on every Esc but does nothing with it.
  if (target.isContentEditable) target.blur()
  else if (!defaultPrevented && target.matches('input, textarea, select')) target.blur()
}
