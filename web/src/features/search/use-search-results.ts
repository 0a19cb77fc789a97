import { searchContacts } from '@parley/contract/contacts/contacts'
import { findConversations, findMessages } from '@parley/contract/search/search'
import { parseSearch } from '@parley/contract/search/search-query'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { may } from '../../session/permissions.ts'
import { useMe } from '../../session/use-me.ts'

const MIN_QUERY_BYTES = 3
const PAGE_SIZE = 20

export const isLongEnough = (query: string): boolean =>
  new TextEncoder().encode(query.trim()).length >= MIN_QUERY_BYTES

const nextOf = (page: { next_cursor: string | null }) => page.next_cursor

/** The three sections of one search. A newer search cancels it. */
export function useSearchResults(query: string) {
  const me = useMe()
  const isSearchable = isLongEnough(query)
  const paged = { initialPageParam: null, getNextPageParam: nextOf, placeholderData: keepPreviousData }
  const conversations = useInfiniteQuery({
    ...paged,
    queryKey: queryKeys.search('conversations', query),
    queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | null }) =>
      call(findConversations, {
        query: { query, page_size: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    enabled: isSearchable && may(me, 'conversations:read'),
  })
  const messages = useInfiniteQuery({
    ...paged,
    queryKey: queryKeys.search('messages', query),
    queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | null }) =>
      call(findMessages, {
        query: { query, page_size: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    enabled: isSearchable && may(me, 'messages:read'),
  })
  const name = contactName(query)
  const contacts = useQuery({
    queryKey: queryKeys.contactSearch(name),
    queryFn: ({ signal }) => call(searchContacts, { query: { query: name }, signal }),
    enabled: isSearchable && isLongEnough(name) && may(me, 'contacts:read'),
    placeholderData: keepPreviousData,
  })
  return { conversations, messages, contacts, contactName: name }
}

/** Contacts have a name and an address, and nothing that operators could match. */
function contactName(query: string): string {
  const { terms } = parseSearch(query)
  const words = terms.map((term) => (term.kind === 'operator' || term.not ? null : term.text))
  return words.some((word) => word === null) ? '' : words.join(' ').slice(0, 200)
}
