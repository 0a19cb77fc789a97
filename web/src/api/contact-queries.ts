import { listContactConversations } from '@parley/contract/contacts/contact-conversations'
import { listContactNotes } from '@parley/contract/contacts/contact-notes'
import { type ContactSort, contactSorts } from '@parley/contract/contacts/contact-sorts'
import { type ContactListItem, getContact, listContacts } from '@parley/contract/contacts/contacts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { queryKeys } from './query-client.ts'

/** The filters, sort and page of a contact list. */
export type ContactListKey = {
  search: string
  sort: ContactSort
  blocked: boolean | null
  /** Only contacts created within this many days. */
  within: number | null
  page: number
}
export type ContactPage = {
  results: ContactListItem[]
  total: number
  total_is_estimate: boolean
  total_pages: number
}

const PAGE_SIZE = 50
const DAY_MS = 86_400_000

export const contactListQuery = (list: ContactListKey) =>
  queryOptions({
    queryKey: queryKeys.contactList(list),
    queryFn: ({ signal }): Promise<ContactPage> =>
      call(listContacts, {
        query: {
          page: list.page,
          page_size: PAGE_SIZE,
          order_by: `users.${contactSorts[list.sort].field}`,
          order: contactSorts[list.sort].order,
          search: list.search || undefined,
          blocked: list.blocked === null ? undefined : list.blocked ? 'true' : 'false',
          filters: list.within === null ? undefined : JSON.stringify([createdSince(list.within)]),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const contactQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.contact(id),
    queryFn: ({ signal }) => call(getContact, { params: { id: String(id) }, signal }),
  })

/** All conversations of a contact that the reader may see, newest first. */
export const contactConversationsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: queryKeys.contactConversations(id),
    queryFn: ({ pageParam, signal }) =>
      call(listContactConversations, {
        params: { id: String(id) },
        query: { page_size: 20, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined, // widens the literal for the pages that follow
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })

export const contactNotesQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.contactNotes(id),
    queryFn: ({ signal }) => call(listContactNotes, { params: { id: String(id) }, signal }),
  })

const createdSince = (days: number) => ({
  model: 'users',
  field: 'created_at',
  operator: 'greater than',
  value: new Date(Date.now() - days * DAY_MS).toISOString(),
})
