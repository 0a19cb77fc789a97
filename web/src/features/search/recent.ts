import { useRemembered } from '../../lib/remembered.ts'

const KEY = 'search.recent'
const MOST = 8

/** The last searches of this browser that led somewhere, the newest first. */
export function useRecentSearches() {
  const [text, set] = useRemembered(KEY, '[]')
  const recent = read(text)
  return {
    recent,
    add: (query: string) =>
      set(JSON.stringify([query, ...recent.filter((one) => one !== query)].slice(0, MOST))),
    clear: () => set('[]'),
  }
}

// Anything may stand in a browser's storage.
function read(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}
