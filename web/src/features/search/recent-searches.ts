import { useStoredValue } from '../../lib/browser/stored-value.ts'
import { useMe } from '../../session/use-me.ts'

/** Per agent: searches name customers, and the next agent in this browser must not see them. */
const recentKey = (agent_id: number) => `search.recent.${agent_id}`
const MAX_RECENT = 8

/** The agent's recent searches in this browser that led to a result, newest first. */
export function useRecentSearches() {
  const [text, set] = useStoredValue(recentKey(useMe().id), '[]')
  const recent = parseRecent(text)
  return {
    recent,
    add: (query: string) =>
      set(JSON.stringify([query, ...recent.filter((one) => one !== query)].slice(0, MAX_RECENT))),
    clear: () => set('[]'),
  }
}

// Stored values are untrusted.
function parseRecent(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, MAX_RECENT) : []
  } catch {
    return []
  }
}
