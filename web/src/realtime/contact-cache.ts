import type { ConversationContact } from '@parley/contract/conversations/conversation-contact'
import {
  type Conversation,
  type ConversationListItem,
  ConversationSummary,
} from '@parley/contract/conversations/conversations'
import type { Message } from '@parley/contract/messages/messages'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { ContactPage } from '../api/contact-queries.ts'
import type { ListPages } from '../api/conversation-list-queries.ts'
import type { MessagePages } from '../api/message-queries.ts'
import { queryKeys } from '../api/query-client.ts'
import { patchQuery, refetchChanged } from './patch-query.ts'

const SummaryContact = ConversationSummary.shape.contact

/** Applies a contact's new name, address, picture or state everywhere. The later change wins. */
export function putContact(cache: QueryClient, contact: ConversationContact) {
  const summary = SummaryContact.parse(contact)
  const isNewer = (old: { id: number; updated_at: string }) =>
    old.id === contact.id && Date.parse(old.updated_at) < Date.parse(contact.updated_at)

  for (const query of cache.getQueryCache().findAll({ queryKey: queryKeys.conversationLists }))
    patchQuery<ListPages>(cache, query, (pages) =>
      mapResults(pages, (row: ConversationListItem) =>
        isNewer(row.contact) ? { ...row, contact: summary } : row,
      ),
    )
  for (const query of cache.getQueryCache().findAll({ queryKey: queryKeys.allConversations })) {
    if (query.queryKey.length !== 2) continue
    // keys of this length hold a conversation
    patchQuery<Conversation>(cache, query, (conversation) =>
      isNewer(conversation.contact) ? { ...conversation, contact } : conversation,
    )
  }
  for (const query of cache.getQueryCache().findAll({ queryKey: queryKeys.allMessages }))
    patchQuery<MessagePages>(cache, query, (pages) =>
      mapResults(pages, (message: Message) => withSenderName(message, contact)),
    )
  for (const query of cache.getQueryCache().findAll({ queryKey: queryKeys.contactLists }))
    patchQuery<ContactPage>(cache, query, (page) => {
      const results = page.results.map((row) => (isNewer(row) ? { ...row, ...toRowFields(contact) } : row))
      return results.every((row, index) => row === page.results[index]) ? page : { ...page, results }
    })
  // The contact's page shows more than is pushed. Lists may have gained it or changed its position.
  refetchChanged(cache, queryKeys.contact(contact.id))
  refetchChanged(cache, queryKeys.contactLists)
}

/** Rare, and it changes authorship in many places: refetch everything that shows people. */
export function refreshAfterMerge(cache: QueryClient, { id, into_id }: { id: number; into_id: number }) {
  const shown = [queryKeys.contact(id), queryKeys.contact(into_id), queryKeys.contactLists]
  for (const queryKey of [
    ...shown,
    queryKeys.conversationLists,
    queryKeys.allConversations,
    queryKeys.allMessages,
  ])
    refetchChanged(cache, queryKey)
}

const toRowFields = ({
  first_name,
  last_name,
  email,
  avatar_url,
  enabled,
  updated_at,
}: ConversationContact) => ({
  first_name,
  last_name,
  email,
  avatar_url,
  enabled,
  updated_at,
})

/** The message with the contact's new name. */
function withSenderName(
  message: Message,
  { id, first_name, last_name, avatar_url }: ConversationContact,
): Message {
  const { sender } = message
  if (message.sender_type !== 'contact' || message.sender_id !== id) return message
  const isUnchanged =
    sender.first_name === first_name && sender.last_name === last_name && sender.avatar_url === avatar_url
  return isUnchanged ? message : { ...message, sender: { ...sender, first_name, last_name, avatar_url } }
}

/** Returns the same object when no row changes. */
function mapResults<Row, Page extends { results: Row[] }, Param>(
  pages: InfiniteData<Page, Param>,
  change: (row: Row) => Row,
): InfiniteData<Page, Param> {
  let changed = false
  const next = pages.pages.map((page) => {
    const results = page.results.map(change)
    if (results.every((row, at) => row === page.results[at])) return page
    changed = true
    return { ...page, results }
  })
  return changed ? { ...pages, pages: next } : pages
}
