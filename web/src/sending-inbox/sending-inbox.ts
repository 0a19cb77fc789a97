import { canSendReplies, type Inbox, type SendingStatus } from '@parley/contract/inboxes/inboxes'
import { useQuery } from '@tanstack/react-query'
import { correspondenceQuery } from '../api/conversation-queries.ts'
import { inboxesQuery } from '../session/queries.ts'

/** The inbox that an email is sent from. `deleted` when it no longer exists. */
export type SendingInbox = { inbox: Inbox; sending: SendingStatus } | { inbox: null; sending: 'deleted' }

/** The inbox for replies in this conversation; null until it is known. */
export function useReplyInbox(uuid: string): SendingInbox | null {
  const inbox_id = useQuery(correspondenceQuery(uuid)).data?.inbox_id
  return useSendingInbox(inbox_id ?? null)
}

/** The same for a selected inbox. */
export function useSendingInbox(inbox_id: number | null): SendingInbox | null {
  const inboxes = useQuery(inboxesQuery).data
  if (inbox_id === null || !inboxes) return null
  const inbox = inboxes.find(({ id }) => id === inbox_id)
  return inbox ? { inbox, sending: inbox.sending } : { inbox: null, sending: 'deleted' }
}

/** Whether sending makes sense now. While a mail server fails, sending is retried automatically. */
export const canSendFrom = (outbox: SendingInbox | null): boolean =>
  outbox === null || (outbox.inbox !== null && canSendReplies(outbox.inbox))

/** Whether to show a notice before sending. */
export const needsSendingNotice = (outbox: SendingInbox | null): outbox is SendingInbox =>
  outbox !== null && outbox.sending !== 'untested' && outbox.sending !== 'working'
