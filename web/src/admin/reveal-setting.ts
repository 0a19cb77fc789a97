/** The page may still have to load. */
const TIMEOUT_MS = 10_000

let stopObserving = () => {}

/** Scrolls to the field or section with this label once it is on the page, and focuses the field. */
export function revealSetting(label: string) {
  stopObserving()
  const observer = new MutationObserver(() => tryReveal())
  const timer = setTimeout(() => stop(), TIMEOUT_MS)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  const tryReveal = () => {
    const target = findLabel(label)
    if (!target) return
    stop()
    // After the page has set its own focus.
    requestAnimationFrame(() => scrollAndHighlight(target))
  }
  stopObserving = stop
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  tryReveal()
}

const findLabel = (label: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('main form :is(label, h2)')].find(
    (element) => element.textContent?.trim() === label,
  )

function scrollAndHighlight(element: HTMLElement) {
  element.scrollIntoView({ block: 'center' })
  const id = element.getAttribute('for')
  const control = id === null ? null : document.getElementById(id)
  control?.focus({ preventScroll: true })
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element.animate([{ background: 'var(--color-accent-subtle)' }, { background: 'transparent' }], 1_600)
}
