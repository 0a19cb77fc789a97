import { useId } from 'react'

type Details = { reason: string; event: Event; cancel: () => void }

let lastEscape: { event: Event; top: string | undefined } | null = null

// Every open dialog handles Escape, and the library only knows the order of dialogs that are nested in React. So the
// topmost layer is determined before any of them reacts: the first to react may already be removed when the next one
// checks.
addEventListener(
  'keydown',
  (event) => {
    if (event.key !== 'Escape') return
    // Portals are appended in the order in which they open. A layer that is fading out has already handled its Escape.
    const open = document.querySelectorAll<HTMLElement>('[data-layer]:not([data-closed])')
    lastEscape = { event, top: [...open].at(-1)?.dataset.layer }
  },
  { capture: true },
)

/**
 * For any kind of dialog: spread `layer` on its popup; `isForLayerAbove` returns whether an Escape is meant for a
 * dialog above it.
 */
export function useEscapeLayer() {
  const id = useId()
  return {
    layer: { 'data-layer': id },
    isForLayerAbove: ({ reason, event, cancel }: Details): boolean => {
      if (reason !== 'escape-key' || lastEscape?.event !== event || lastEscape.top === id) return false
      cancel()
      return true
    },
  }
}
