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
  const results = useConversationSearch(useDebounced(text.trim()))
  const number = /^#?(\d+)$/.exec(text.trim())?.[1]
  const byNumber: ComboboxItem[] =
    number && !results.some(({ label }) => label.startsWith(`#${number} `))
      ? [{ value: number, label: t('automations.dry.number', { number }), keywords: text }]
      : []
  // Show everything the server found, whatever matched.
  const items = [...byNumber, ...results.map((item) => ({ ...item, keywords: text }))]
  return (
    <Combobox
      label={t('automations.dry.conversation')}
      placeholder={t('automations.dry.search')}
      empty={t('automations.dry.none_found')}
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

function useConversationSearch(text: string): ComboboxItem[] {
  const { t } = useTranslation()
  const isSearching = new TextEncoder().encode(text).length >= MIN_QUERY_BYTES
  const query = useQuery({
    queryKey: queryKeys.search('conversations', `automations ${isSearching ? text : ''}`),
    queryFn: async ({ signal }) =>
      isSearching
        ? call(searchConversations, { signal, query: { query: text } })
        : (await call(listAll, { signal, query: { page_size: '10' } })).results,
    placeholderData: keepPreviousData,
  })
  return (query.data ?? []).map(({ uuid, reference_number, subject }) => ({
    value: uuid,
    label: `#${reference_number} ${subject || t('automations.no_subject')}`,
  }))
}
