import { readTooltip, type ShownTooltip } from './tooltip.ts'

export const DELAY_MS = 150
/** For this long after a tooltip, that of the next element appears at once. */
const NO_DELAY_FOR_MS = 400

/**
 * Calls `onChange` with the tooltip to show: of the element that the pointer rests on, or that the keyboard has focused. With null when that
 * ends: the pointer or the focus leaves it, a button or key is pressed, or the element loses its tooltip. Returns a function that stops it.
 */
export function watchTooltips(onChange: (shown: ShownTooltip | null) => void): () => void {
  let hovered: HTMLElement | null = null
  let shown: ShownTooltip | null = null
  let hiddenAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  const show = (next: ShownTooltip | null) => {
    clearTimeout(timer)
    if (!(shown || next)) return
    if (next) changes.observe(document, { subtree: true, childList: true, attributeFilter: ['data-tooltip'] })
    else {
      changes.disconnect()
      hiddenAt = performance.now()
    }
    shown = next
    onChange(next)
  }
  const hide = () => show(null)
  const changes = new MutationObserver(() => {
    const now = shown && readTooltip(shown.anchor)
    if (now?.label !== shown?.label) show(now)
  })

  const onPointerOver = ({ target, pointerType }: PointerEvent) => {
    const anchor = pointerType === 'touch' ? null : anchorOf(target)
    if (anchor === hovered) return
    hovered = anchor
    if (!anchor) return hide()
    const delay = shown || performance.now() - hiddenAt < NO_DELAY_FOR_MS ? 0 : DELAY_MS
    clearTimeout(timer)
    timer = setTimeout(() => show(readTooltip(anchor)), delay)
  }
  const onPointerLeave = () => {
    hovered = null
    hide()
  }
  const onFocusIn = ({ target }: FocusEvent) => {
    const anchor = anchorOf(target)
    if (anchor && target instanceof Element && target.matches(':focus-visible')) show(readTooltip(anchor))
  }

  const watching = new AbortController()
  const { signal } = watching
  document.addEventListener('pointerover', onPointerOver, { signal })
  document.documentElement.addEventListener('pointerleave', onPointerLeave, { signal })
  // Before the handlers of what is pressed.
  document.addEventListener('pointerdown', hide, { signal, capture: true })
  document.addEventListener('keydown', hide, { signal, capture: true })
  document.addEventListener('focusin', onFocusIn, { signal })
  document.addEventListener('focusout', hide, { signal })
  return () => {
    watching.abort()
    hide()
  }
}

const anchorOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null
