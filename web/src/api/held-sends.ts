import { type HeldSend, listHeldSends } from '@parley/contract/messages/held-sends'
import type { Message } from '@parley/contract/messages/messages'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { may } from '../session/permissions.ts'
import { useMe } from '../session/use-me.ts'
import { call } from './call.ts'
import { optimisticMessage } from './optimistic-message.ts'
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

/** Held replies as messages for the thread; only their author sees them. A uuid already in `received` has been sent. */
export function useHeldMessages(conversation_uuid: string, received: readonly Message[]): Message[] {
  const me = useMe()
  return useHeldSends()
    .filter((held) => held.conversation_uuid === conversation_uuid)
    .filter(({ uuid }) => !received.some((message) => message.uuid === uuid))
    .map(({ uuid, created_at, message: html, attachments: files, to, cc, bcc }) =>
      optimisticMessage({
        uuid,
        conversation_uuid,
        created_at,
        me,
        html,
        files,
        isNote: false,
        recipients: { to, cc, bcc },
      }),
    )
    .reverse()
}
