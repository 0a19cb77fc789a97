import type { QueryClient } from '@tanstack/react-query'
import { remap } from '../commands/registry.ts'
import { remember } from '../lib/remembered.ts'
import { showTheme } from '../lib/theme.ts'
import { meQuery } from './queries.ts'

/** Of this browser's memory: the words of its first paint. */
export const LANGUAGE = 'language'

/** Theme, keys and language as the agent chose them, wherever that was. What was painted first came from this browser's memory. */
export function followMe(cache: QueryClient, onLanguage: () => void): void {
  cache.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== meQuery.queryKey[0]) return
    const me = cache.getQueryData(meQuery.queryKey)
    if (!me) return
    showTheme(me.theme ?? 'system')
    remap(me.shortcuts ?? {})
    remember(LANGUAGE, me.language || null)
    onLanguage()
  })
}
