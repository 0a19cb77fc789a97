import type { Macro } from '@parley/contract/macros/macros'
import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../api/query-client.ts'

/** Updates the usage order locally until the server's list arrives. */
export function bumpMacroUsage(cache: QueryClient, used: readonly { id: number }[]) {
  const last_used_at = new Date().toISOString()
  cache.setQueryData<Macro[]>(queryKeys.macros, (macros) =>
    macros?.map((one) =>
      used.some(({ id }) => id === one.id) ? { ...one, usage_count: one.usage_count + 1, last_used_at } : one,
    ),
  )
}
