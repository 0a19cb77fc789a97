import { type ContactHit, searchContacts } from '@parley/contract/contacts/contacts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { fullName } from '../../format/names.ts'
import { showFailure } from '../../lib/toast.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { may } from '../../session/permissions.ts'
import { useMe } from '../../session/use-me.ts'

export const MIN_QUERY_LENGTH = 3

/** Contacts whose name or address contains the query: from three characters on, debounced. */
export function useContactSearch(text: string): readonly ContactHit[] {
  const me = useMe()
  const debounced = useDebounced(text.trim())
  const query = useQuery({
    queryKey: queryKeys.contactSearch(debounced),
    queryFn: ({ signal }) => call(searchContacts, { query: { query: debounced }, signal }),
    enabled: debounced.length >= MIN_QUERY_LENGTH && may(me, 'contacts:read'),
    placeholderData: keepPreviousData,
  })
  // One toast per failure.
  useEffect(() => {
    if (query.error) showFailure(query.error)
  }, [query.error])
  if (text.trim().length < MIN_QUERY_LENGTH || !query.data) return []
  return query.isPlaceholderData || debounced !== text.trim()
    ? query.data.filter(matchesQuery(text))
    : query.data
}

/** Until the response arrives, keep the earlier results that still match. */
const matchesQuery = (typed: string) => {
  const needle = typed.trim().toLowerCase()
  return (hit: ContactHit) => `${fullName(hit)} ${hit.email}`.toLowerCase().includes(needle)
}
