/** The page may still have to load. */
const patience_ms = 10_000

let stopWaiting = () => {}

/** Brings the field or section of this name into view once it is on the page, and puts the focus into the field. */
export function revealSetting(label: string) {
  stopWaiting()
  const observer = new MutationObserver(() => look())
  const timer = setTimeout(() => stop(), patience_ms)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  const look = () => {
    const found = findLabel(label)
    if (!found) return
    stop()
    // After the page has settled its own focus.
    requestAnimationFrame(() => show(found))
  }
  stopWaiting = stop
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  look()
}

const findLabel = (label: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('main form :is(label, h2)')].find(
    (element) => element.textContent?.trim() === label,
  )

function show(element: HTMLElement) {
  element.scrollIntoView({ block: 'center' })
  const id = element.getAttribute('for')
  const control = id === null ? null : document.getElementById(id)
  control?.focus({ preventScroll: true })
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element.animate([{ background: 'var(--color-accent-subtle)' }, { background: 'transparent' }], 1_600)
}
