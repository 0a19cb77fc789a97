import { useId } from 'react'

type Details = { reason: string; event: Event; cancel: () => void }

let lastEscape: { event: Event; top: string | undefined } | null = null

// Every open dialog listens for Escape by itself, and the library only knows which one is above for dialogs that are nested in React. Which
// layer is on top is looked at before any of them reacts: the first to react may be gone from the page when the next one asks.
addEventListener(
  'keydown',
  (event) => {
    if (event.key !== 'Escape') return
    // Portals are added to the page in the order in which they open. What only fades out has had its Escape.
    const open = document.querySelectorAll<HTMLElement>('[data-layer]:not([data-closed])')
    lastEscape = { event, top: [...open].at(-1)?.dataset.layer }
  },
  { capture: true },
)

/** For a dialog of any kind: `layer` goes on its popup, and `leavesAlone` says that an Escape is for the dialog above. */
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
