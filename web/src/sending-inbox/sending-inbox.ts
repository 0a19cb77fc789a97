import { canSendReplies, type Inbox, type SendingStatus } from '@parley/contract/inboxes/inboxes'
import { useQuery } from '@tanstack/react-query'
import { conversationQuery } from '../api/conversation-queries.ts'
import { inboxesQuery } from '../session/queries.ts'

/** What an email would go out from. `deleted` is an inbox that is gone. */
export type SendingInbox = { inbox: Inbox; sending: SendingStatus } | { inbox: null; sending: 'deleted' }

/** The inbox that this conversation's replies go out from; null until it is known. */
export function useReplyInbox(uuid: string): SendingInbox | null {
  const inbox_id = useQuery(conversationQuery(uuid)).data?.inbox_id
  return useSendingInbox(inbox_id ?? null)
}

/** The same of an inbox that somebody chose. */
export function useSendingInbox(inbox_id: number | null): SendingInbox | null {
  const inboxes = useQuery(inboxesQuery).data
  if (inbox_id === null || !inboxes) return null
  const inbox = inboxes.find(({ id }) => id === inbox_id)
  return inbox ? { inbox, sending: inbox.sending } : { inbox: null, sending: 'deleted' }
}

/** Whether what is sent now would only fail or lie. While a server fails, sending goes on by itself. */
export const canSendFrom = (outbox: SendingInbox | null): boolean =>
  outbox === null || (outbox.inbox !== null && canSendReplies(outbox.inbox))

/** Whether there is anything to say about it before something is sent. */
export const needsSendingNotice = (outbox: SendingInbox | null): outbox is SendingInbox =>
  outbox !== null && outbox.sending !== 'untested' && outbox.sending !== 'working'
