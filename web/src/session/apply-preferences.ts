import type { QueryClient } from '@tanstack/react-query'
import { setCustomShortcuts } from '../commands/command-registry.ts'
import { storeValue } from '../lib/browser/stored-value.ts'
import { setTheme } from '../lib/theme.ts'
import { meQuery } from './queries.ts'

/** Storage key of the language for the first paint. */
export const LANGUAGE_KEY = 'language'

/** Applies the agent's theme and shortcuts, and stores the language; the first paint uses stored values. */
export function applyPreferences(cache: QueryClient): void {
  const me = cache.getQueryData(meQuery.queryKey)
  if (!me) return
  setTheme(me.theme ?? 'system')
  setCustomShortcuts(me.shortcuts ?? {})
  storeValue(LANGUAGE_KEY, me.language || null)
}
