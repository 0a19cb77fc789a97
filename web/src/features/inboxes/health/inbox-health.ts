import {
  getReceivingHealth,
  type InboxHealth,
  type ReceivingHealth,
} from '@parley/contract/email/mail-deliveries'
import type { Inbox, SendingStatus } from '@parley/contract/inboxes/inboxes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'

/** Mail comes in without a push of its own: while a page shows this, it asks again. */
export const healthQuery = queryOptions({
  queryKey: queryKeys.inboxHealth,
  queryFn: ({ signal }) => call(getReceivingHealth, { signal }),
  staleTime: 0,
  refetchInterval: 3_000,
})

export const findInboxHealth = (health: ReceivingHealth | undefined, id: number): InboxHealth | undefined =>
  health?.inboxes.find(({ inbox_id }) => inbox_id === id)

/** How many messages wait on the mail servers without having been received. */
export const countMissing = (health: InboxHealth | undefined): number =>
  (health?.mailboxes ?? []).reduce((total, { missing }) => total + (missing ?? 0), 0)

/** Whether email comes in: `untested` until a mailbox was read or something arrived. */
export function receivingState(
  { enabled }: Pick<Inbox, 'enabled'>,
  health: InboxHealth | undefined,
): Exclude<SendingStatus, 'not_set_up'> {
  if (!enabled) return 'off'
  if (findReceivingError(health) !== null) return 'failing'
  const hasReceived = health?.last_mail_at != null || health?.mailboxes.some(({ synced_at }) => synced_at)
  return hasReceived ? 'working' : 'untested'
}

/** Why an inbox cannot read a mailbox of its own just now, or null. */
export const findReceivingError = (health: InboxHealth | undefined): string | null =>
  health?.mailboxes.find(({ last_error }) => last_error)?.last_error ?? null
