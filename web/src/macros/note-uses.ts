import type { Macro } from '@parley/contract/macros'
import type { QueryClient } from '@tanstack/react-query'
import { keys } from '../api/query.ts'

/** The list comes next from the server; until then the order follows what was done here. */
export function noteUses(cache: QueryClient, used: readonly { id: number }[]) {
  const last_used_at = new Date().toISOString()
  cache.setQueryData<Macro[]>(keys.macros, (macros) =>
    macros?.map((one) =>
      used.some(({ id }) => id === one.id) ? { ...one, usage_count: one.usage_count + 1, last_used_at } : one,
    ),
  )
}
