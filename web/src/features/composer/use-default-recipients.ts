import { messageToAnswer, ownAddresses, type Recipients, replyRecipients } from '@parley/contract/recipients'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { conversationQuery } from '../../api/conversation.ts'
import { messagesQuery } from '../../api/messages.ts'
import { inboxesQuery } from '../../session/queries.ts'

/** To whom an answer goes unless its author decides otherwise. */
export function useDefaultRecipients(uuid: string): Recipients {
  const conversation = useQuery(conversationQuery(uuid)).data
  const messages = useInfiniteQuery(messagesQuery(uuid)).data?.pages.flatMap((page) => page.results) ?? []
  const inboxes = useQuery(inboxesQuery).data ?? []
  return replyRecipients({
    last_message: messageToAnswer(messages),
    contact_email: conversation?.contact.email ?? null,
    contact_addresses: conversation?.contact.other_addresses ?? [],
    inbox_addresses: [...ownAddresses(inboxes), ...(conversation ? [conversation.inbox_mail] : [])],
  })
}
