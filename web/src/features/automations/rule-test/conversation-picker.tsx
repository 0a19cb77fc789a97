import { listAll } from '@parley/contract/conversations/conversation-lists'
import { searchConversations } from '@parley/contract/search/search'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { PickerButton } from '../../../filters/picker-button.tsx'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Combobox, type ComboboxItem } from '../../../ui/inputs/combobox.tsx'

/** The search's minimum (docs/spec/wire.md#search). */
const MIN_QUERY_BYTES = 3

/**
 * Picks a conversation by number or search; suggests the newest ones while the search is empty. `value` is a UUID or a
 * number.
 */
export function ConversationPicker({
  value,
  onChange,
}: {
  value: string | null
  onChange: (value: string) => void
}) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [selected, setSelected] = useState<ComboboxItem | null>(null)
  const typed = text.trim()
  const { results, isCurrent } = useConversationSearch(typed)
  const number = /^#?(\d+)$/.exec(typed)?.[1]
  const byNumber: ComboboxItem[] =
    number && !results.some(({ label }) => label.startsWith(`#${number} `))
      ? [{ value: number, label: t('automations.dry.number', { number }), keywords: text }]
      : []
  // Show everything the server found, whatever matched; until it has answered, only what matches by its label. Enter
  // picks the first of them.
  const items = [...byNumber, ...(isCurrent ? results.map((item) => ({ ...item, keywords: text })) : results)]
  return (
    <Combobox
      label={t('automations.dry.conversation')}
      placeholder={t('automations.dry.search')}
      empty={isCurrent && t('automations.dry.none_found')}
      items={items}
      value={value}
      onValueChange={(next) => {
        setSelected(items.find((item) => item.value === next) ?? null)
        onChange(next)
      }}
      onSearchChange={setText}
      trigger={
        <PickerButton filled={selected !== null}>
          <span className="truncate">{selected?.label ?? t('automations.dry.choose')}</span>
        </PickerButton>
      }
    />
  )
}

/** `isCurrent`: whether these are the results for the text, and not those of an earlier one. */
function useConversationSearch(typed: string): { results: ComboboxItem[]; isCurrent: boolean } {
  const { t } = useTranslation()
  const text = useDebounced(typed)
  const isSearching = new TextEncoder().encode(text).length >= MIN_QUERY_BYTES
  const query = useQuery({
    queryKey: queryKeys.search('conversations', `automations ${isSearching ? text : ''}`),
    queryFn: async ({ signal }) =>
      isSearching
        ? call(searchConversations, { signal, query: { query: text } })
        : (await call(listAll, { signal, query: { page_size: '10' } })).results,
    placeholderData: keepPreviousData,
  })
  const results = (query.data ?? []).map(({ uuid, reference_number, subject }) => ({
    value: uuid,
    label: `#${reference_number} ${subject || t('automations.no_subject')}`,
  }))
  return { results, isCurrent: text === typed && query.isSuccess && !query.isPlaceholderData }
}
