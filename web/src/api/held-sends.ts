import { type HeldSend, listHeldSends } from '@parley/contract/held-sends'
import type { Message } from '@parley/contract/messages'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { may } from '../session/may.ts'
import { useMe } from '../session/use-me.ts'
import { call } from './call.ts'
import { pretendMessage } from './pretend-message.ts'
import { keys } from './query.ts'

/** An own reply that can still be taken back. `until` is the end of that by this computer's clock, in milliseconds. */
export type Held = HeldSend & { until: number }

const seenNow = (held: HeldSend): Held => ({ ...held, until: Date.now() + held.remaining_ms })

export const heldSendsQuery = queryOptions({
  queryKey: keys.heldSends,
  queryFn: async ({ signal }) => (await call(listHeldSends, { signal })).map(seenNow),
  // Pushed to the author's windows whenever one is added or gone.
  staleTime: Number.POSITIVE_INFINITY,
})

/** The newest first. */
export function useHeldSends(): readonly Held[] {
  const enabled = may(useMe(), listHeldSends.access as 'messages:write') // the endpoint names a permission
  return useQuery({ ...heldSendsQuery, enabled }).data ?? none
}
const none: readonly Held[] = []

export function putHeld(cache: QueryClient, held: HeldSend) {
  cache.setQueryData(heldSendsQuery.queryKey, (old = []) => [seenNow(held), ...without(old, held.uuid)])
}

export function dropHeld(cache: QueryClient, uuid: string) {
  cache.setQueryData(heldSendsQuery.queryKey, (old = []) => without(old, uuid))
}

const without = (list: readonly Held[], uuid: string): Held[] => list.filter((one) => one.uuid !== uuid)

/** What the author sees in the thread of replies that nobody else can see yet; those that `saved` holds by now are sent. */
export function useHeldMessages(conversation_uuid: string, saved: readonly Message[]): Message[] {
  const me = useMe()
  return useHeldSends()
    .filter((held) => held.conversation_uuid === conversation_uuid)
    .filter(({ uuid }) => !saved.some((message) => message.uuid === uuid))
    .map(({ uuid, created_at, message: html, attachments: files, to, cc, bcc }) =>
      pretendMessage({
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
