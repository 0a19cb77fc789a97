import { findConversations } from '@parley/contract/search/search'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { conversationQuery } from '../../../api/conversation-queries.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { RelativeTime } from '../../../format/date-time.tsx'
import { fullName } from '../../../format/names.ts'
import type { MergeCandidate } from '../../../lib/merge-request.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Input } from '../../../ui/inputs/input.tsx'

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
  const query = toQuery(useDebounced(text.trim()))
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
  const list = useRef<HTMLUListElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target === inputRef.current) {
      const [first] = rows
      if (first) onChoose(first.uuid)
      return
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const stops: (HTMLElement | null)[] = [
      inputRef.current,
      ...(list.current?.querySelectorAll('button') ?? []),
    ]
    const index = stops.indexOf(event.target instanceof HTMLElement ? event.target : null)
    stops[index + step]?.focus()
  }
  const isEmpty = isSearching ? search.isSuccess && hits.length === 0 : full.isSuccess && rows.length === 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the field and the buttons in it
    <div onKeyDown={onKeyDown}>
      <Input
        ref={inputRef}
        type="search"
        aria-label={t('merges.search')}
        placeholder={t('merges.search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        start={<Search size={14} aria-hidden className="shrink-0 text-ink-3" />}
      />
      <div className="mt-3 min-h-32">
        {search.isError && (
          <p role="alert" className="text-bad">
            {search.error.message}
          </p>
        )}
        {rows.length > 0 && (
          <p className="mb-1 text-xs font-medium text-ink-3">
            {isSearching
              ? t('merges.found')
              : t('merges.recent', { name: fullName(c.contact) || c.contact.email })}
          </p>
        )}
        {isEmpty && (
          <p className="py-2 text-ink-3">{t(isSearching ? 'merges.none_found' : 'merges.no_others')}</p>
        )}
        <ul ref={list} aria-label={t('merges.found')}>
          {rows.map((row) => (
            <li key={row.uuid}>
              <button
                type="button"
                onClick={() => onChoose(row.uuid)}
                className="-mx-2 flex w-[calc(100%+1rem)] items-center gap-3 rounded-md px-2 py-1.5 text-left outline-offset-[-2px] hover:bg-hover"
              >
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="block truncate font-medium">
                    {row.subject}
                  </span>
                  <span className="block truncate text-xs text-ink-3">{row.detail}</span>
                </span>
                <RelativeTime at={row.at} className="shrink-0 text-xs text-ink-3 tabular-nums" />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** A short number is searched for as a reference: searches have at least three characters. */
const toQuery = (text: string) => (/^\d{1,9}$/.test(text) ? `#${text}`.padEnd(MIN_QUERY_LENGTH) : text)
