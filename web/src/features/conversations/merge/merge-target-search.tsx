import { findConversations } from '@parley/contract/search/search'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { conversationQuery } from '../../../api/conversation-queries.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { takeBufferedKeystrokes } from '../../../commands/keystroke-buffer/text-buffer.ts'
import { RelativeTime } from '../../../format/date-time.tsx'
import { fullName } from '../../../format/names.ts'
import type { MergeCandidate } from '../../../lib/merge-request.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { SearchList } from '../../../ui/inputs/search-list.tsx'

const MIN_QUERY_LENGTH = 3

type Row = { uuid: string; subject: string; detail: string; at: string }

/** Finds the target: by number, subject or customer; until then, the customer's other conversations. */
export function MergeTargetSearch({
  conversation: c,
  inputRef,
  onChoose,
}: {
  conversation: MergeCandidate
  inputRef: RefObject<HTMLInputElement | null>
  onChoose: (uuid: string) => void
}) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const typed = text.trim()
  const debounced = useDebounced(typed)
  const query = toQuery(debounced)
  const isSearching = query.length >= MIN_QUERY_LENGTH
  const search = useQuery({
    queryKey: queryKeys.mergeTargets(query),
    queryFn: ({ signal }) => call(findConversations, { query: { query }, signal }),
    enabled: isSearching,
    placeholderData: keepPreviousData,
  })
  const full = useQuery(conversationQuery(c.uuid))
  const recent = (full.data?.previous_conversations ?? []).map(
    (one): Row => ({
      uuid: one.uuid,
      subject: one.subject || t('conversation.no_subject'),
      detail: one.status,
      at: one.last_message_at ?? one.created_at,
    }),
  )
  const hits = (search.data?.results ?? []).map(
    (hit): Row => ({
      uuid: hit.uuid,
      subject: hit.subject.map((piece) => piece.text).join('') || t('conversation.no_subject'),
      detail: `#${hit.reference_number} · ${fullName(hit.contact) || hit.contact.email} · ${hit.status}`,
      at: hit.last_message_at,
    }),
  )
  const rows = (isSearching ? hits : recent).filter(({ uuid }) => uuid !== c.uuid)
  const name = fullName(c.contact) || c.contact.email
  const isLoaded = isSearching ? search.isSuccess && !search.isPlaceholderData : full.isSuccess
  return (
    <SearchList
      label={t('merges.search')}
      inputRef={inputRef}
      text={text}
      onText={setText}
      rows={rows}
      // While they are fetched again, one of the recent conversations may have been merged.
      isCurrent={isLoaded && typed === debounced && (isSearching || (typed === '' && !full.isFetching))}
      keyOf={({ uuid }) => uuid}
      onChoose={({ uuid }) => onChoose(uuid)}
      takeTypedBefore={takeBufferedKeystrokes}
      heading={isSearching ? t('merges.found') : t('merges.recent', { name })}
      listLabel={t('merges.found')}
      empty={isLoaded ? t(isSearching ? 'merges.none_found' : 'merges.no_others') : null}
      error={search.error?.message ?? null}
      renderRow={(row) => (
        <>
          <span className="min-w-0 flex-1">
            <span dir="auto" className="block truncate font-medium">
              {row.subject}
            </span>
            <span className="block truncate text-xs text-ink-3">{row.detail}</span>
          </span>
          <RelativeTime at={row.at} className="shrink-0 text-xs text-ink-3 tabular-nums" />
        </>
      )}
    />
  )
}

/** A short number is searched for as a reference: searches have at least three characters. */
const toQuery = (text: string) => (/^\d{1,9}$/.test(text) ? `#${text}`.padEnd(MIN_QUERY_LENGTH) : text)
