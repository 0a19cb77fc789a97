import {
  getReceivingHealth,
  type InboxHealth,
  type ReceivingHealth,
} from '@parley/contract/email/mail-deliveries'
import type { Inbox, SendingStatus } from '@parley/contract/inboxes/inboxes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'

/** Incoming email is not pushed, so this is polled while a page shows it. */
export const healthQuery = queryOptions({
  queryKey: queryKeys.inboxHealth,
  queryFn: ({ signal }) => call(getReceivingHealth, { signal }),
  staleTime: 0,
  refetchInterval: 3_000,
})

export const findInboxHealth = (health: ReceivingHealth | undefined, id: number): InboxHealth | undefined =>
  health?.inboxes.find(({ inbox_id }) => inbox_id === id)

/** Number of messages on the mail servers that have not been received. */
export const countMissing = (health: InboxHealth | undefined): number =>
  (health?.mailboxes ?? []).reduce((total, { missing }) => total + (missing ?? 0), 0)

/** Whether email is received: `untested` until a mailbox was read or an email arrived. */
export function receivingState(
  { enabled }: Pick<Inbox, 'enabled'>,
  health: InboxHealth | undefined,
): Exclude<SendingStatus, 'not_set_up'> {
  if (!enabled) return 'off'
  if (findReceivingError(health) !== null) return 'failing'
  const hasReceived = health?.last_mail_at != null || health?.mailboxes.some(({ synced_at }) => synced_at)
  return hasReceived ? 'working' : 'untested'
}

/** The error of one of the inbox's mailboxes, or null. */
export const findReceivingError = (health: InboxHealth | undefined): string | null =>
  health?.mailboxes.find(({ last_error }) => last_error)?.last_error ?? null
