import type { Message } from '@parley/contract/messages/messages'
import {
  messageToReplyTo,
  ownAddresses,
  type Recipients,
  replyRecipients,
} from '@parley/contract/messages/recipients'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Correspondence, correspondenceQuery } from '../../../api/conversation-queries.ts'
import { messagesQuery } from '../../../api/message-queries.ts'
import { inboxesQuery } from '../../../session/queries.ts'

/** The default recipients of a reply. Not ready until everything that determines them has loaded. */
export function useDefaultRecipients(uuid: string): { recipients: Recipients; isReady: boolean } {
  const { data: conversation, isPending: awaitsConversation } = useQuery(correspondenceQuery(uuid))
  const { data: messages, isPending: awaitsMessages } = useInfiniteQuery(messagesQuery(uuid))
  const { data: inboxes = [], isPending: awaitsInboxes } = useQuery(inboxesQuery)
  const all = messages?.pages.flatMap((page) => page.results) ?? []
  const recipients = replyRecipients({
    last_message: messageToReplyTo(conversation ? all.filter((m) => isWithCustomer(m, conversation)) : all),
    contact_email: conversation?.contact.email ?? null,
    contact_addresses: conversation?.contact.other_addresses ?? [],
    inbox_addresses: [...ownAddresses(inboxes), ...(conversation ? [conversation.inbox_mail] : [])],
  })
  return { recipients, isReady: !awaitsConversation && !awaitsMessages && !awaitsInboxes }
}

/** Messages of a merged conversation count if they are with the same customer: others must not receive the replies. */
const isWithCustomer = (m: Message, { id, contact }: Correspondence): boolean =>
  m.conversation_id === id ||
  (m.type === 'incoming'
    ? m.sender_id === contact.id
    : (m.meta.to ?? []).some((address) => [contact.email, ...contact.other_addresses].includes(address)))
