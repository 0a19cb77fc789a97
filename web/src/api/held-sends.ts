import { type HeldSend, listHeldSends } from '@parley/contract/messages/held-sends'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { may } from '../session/permissions.ts'
import { useMe } from '../session/use-me.ts'
import { call } from './call.ts'
import { queryKeys } from './query-client.ts'

/**
 * One of the agent's own sends that can still be undone. `undoDeadline` is in milliseconds on this computer's clock.
 */
export type TimedHeldSend = HeldSend & { undoDeadline: number }

const withDeadline = (held: HeldSend): TimedHeldSend => ({
  ...held,
  undoDeadline: Date.now() + held.remaining_ms,
})

export const heldSendsQuery = queryOptions({
  queryKey: queryKeys.heldSends,
  queryFn: async ({ signal }) => (await call(listHeldSends, { signal })).map(withDeadline),
  // Pushed to the author's windows whenever one is added or removed.
  staleTime: Number.POSITIVE_INFINITY,
})

/** Newest first. */
export function useHeldSends(): readonly TimedHeldSend[] {
  const enabled = may(useMe(), listHeldSends.access as 'messages:write') // the endpoint names a permission
  return useQuery({ ...heldSendsQuery, enabled }).data ?? noHeldSends
}
const noHeldSends: readonly TimedHeldSend[] = []

export function addHeldSend(cache: QueryClient, held: HeldSend) {
  cache.setQueryData(heldSendsQuery.queryKey, (old = []) => [withDeadline(held), ...without(old, held.uuid)])
}

export function removeHeldSend(cache: QueryClient, uuid: string) {
  cache.setQueryData(heldSendsQuery.queryKey, (old = []) => without(old, uuid))
}

const without = (list: readonly TimedHeldSend[], uuid: string): TimedHeldSend[] =>
  list.filter((one) => one.uuid !== uuid)
