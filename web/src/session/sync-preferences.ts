import type { QueryClient } from '@tanstack/react-query'
import { setCustomShortcuts } from '../commands/command-registry.ts'
import { storeValue } from '../lib/browser/stored-value.ts'
import { setTheme } from '../lib/theme.ts'
import { meQuery } from './queries.ts'

/** Storage key of the language for the first paint. */
export const LANGUAGE_KEY = 'language'

/**
 * Applies the agent's theme, shortcuts and language when they change, in whatever browser. The first paint uses stored
 * values.
 */
export function syncPreferences(cache: QueryClient, onLanguage: () => void): void {
  cache.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== meQuery.queryKey[0]) return
    const me = cache.getQueryData(meQuery.queryKey)
    if (!me) return
    setTheme(me.theme ?? 'system')
    setCustomShortcuts(me.shortcuts ?? {})
    storeValue(LANGUAGE_KEY, me.language || null)
    onLanguage()
  })
}
