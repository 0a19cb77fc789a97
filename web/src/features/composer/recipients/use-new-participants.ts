import { historyForReply } from '@parley/contract/messages/quoted-history'
import { ownAddresses, type Recipients } from '@parley/contract/messages/recipients'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { correspondenceQuery } from '../../../api/conversation-queries.ts'
import { messagesQuery } from '../../../api/message-queries.ts'
import { inboxesQuery } from '../../../session/queries.ts'

/**
 * Returns which recipients would see earlier messages of the conversation for the first time. None when the inbox
 * quotes no history.
 */
export function useNewParticipants(uuid: string): (recipients: Recipients) => string[] {
  const { data: conversation } = useQuery(correspondenceQuery(uuid))
  const { data: messages } = useInfiniteQuery(messagesQuery(uuid))
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  const inbox = inboxes.find(({ id }) => id === conversation?.inbox_id)
  return ({ to, cc, bcc }) => {
    if (!conversation || !messages || inbox?.quote_history === false) return []
    const { contact, inbox_mail } = conversation
    return historyForReply(
      messages.pages.flatMap((page) => page.results),
      {
        recipients: [...to, ...cc, ...bcc],
        contact_addresses: [...(contact.email ? [contact.email] : []), ...(contact.other_addresses ?? [])],
        inbox_addresses: [...ownAddresses(inboxes), inbox_mail],
      },
    ).new_recipients
  }
}
