import { getReceivingHealth, type InboxHealth, type ReceivingHealth } from '@parley/contract/email'
import type { Inbox, InboxSending } from '@parley/contract/inboxes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'

/** Mail comes in without a push of its own: while a page shows this, it asks again. */
export const healthQuery = queryOptions({
  queryKey: keys.inboxHealth,
  queryFn: ({ signal }) => call(getReceivingHealth, { signal }),
  staleTime: 0,
  refetchInterval: 3_000,
})

export const healthOf = (health: ReceivingHealth | undefined, id: number): InboxHealth | undefined =>
  health?.inboxes.find(({ inbox_id }) => inbox_id === id)

/** How many messages wait on the mail servers without having been received. */
export const missingOf = (health: InboxHealth | undefined): number =>
  (health?.mailboxes ?? []).reduce((total, { missing }) => total + (missing ?? 0), 0)

/** Whether email comes in: `untested` until a mailbox was read or something arrived. */
export function receivingOf(
  { enabled }: Pick<Inbox, 'enabled'>,
  health: InboxHealth | undefined,
): Exclude<InboxSending, 'not_set_up'> {
  if (!enabled) return 'off'
  if (troubleOf(health) !== null) return 'failing'
  const hasReceived = health?.last_mail_at != null || health?.mailboxes.some(({ synced_at }) => synced_at)
  return hasReceived ? 'working' : 'untested'
}

/** Why an inbox cannot read a mailbox of its own just now, or null. */
export const troubleOf = (health: InboxHealth | undefined): string | null =>
  health?.mailboxes.find(({ last_error }) => last_error)?.last_error ?? null
