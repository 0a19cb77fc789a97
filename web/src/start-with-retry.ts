import { waitOrOnline } from './lib/browser/wait-or-online.ts'

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 15_000

/**
 * Starts the app and retries until the server can be reached. The message in the meantime is in English only, because
 * the catalogue could not be loaded either.
 */
export async function startWithRetry<T>(start: () => Promise<T>, root: HTMLElement): Promise<T> {
  for (let failures = 0; ; ) {
    try {
      const started = await start()
      root.replaceChildren()
      return started
    } catch (error) {
      console.error('Could not start', error)
      failures += 1
      root.replaceChildren(renderNotice())
      await waitOrOnline(Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1)))
    }
  }
}

function renderNotice(): HTMLElement {
  const box = document.createElement('div')
  box.setAttribute('role', 'alert')
  box.className = 'grid h-full place-content-center gap-1 p-6 text-center'
  const title = document.createElement('p')
  title.className = 'text-lg font-semibold text-ink'
  title.textContent = 'Parley can’t be reached'
  const text = document.createElement('p')
  text.className = 'text-ink-2'
  text.textContent = 'Retrying automatically. Check your connection if this takes long.'
  box.append(title, text)
  return box
}
