import { listAll } from '@parley/contract/conversation-lists'
import { searchConversations } from '@parley/contract/search'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { keys } from '../../../api/query.ts'
import { Chooser } from '../../../filters/chooser.tsx'
import { useSettled } from '../../../lib/use-settled.ts'
import { Combobox, type ComboboxItem } from '../../../ui/combobox.tsx'

/** The search takes no less (api-contract 4.11). */
const SHORTEST = 3

/** A conversation, by its number or by searching; the newest ones while nothing is typed. `value` is a UUID or a number. */
export function ConversationChooser({
  value,
  onChange,
}: {
  value: string | null
  onChange: (value: string) => void
}) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<ComboboxItem | null>(null)
  const found = useFound(useSettled(text.trim()))
  const number = /^#?(\d+)$/.exec(text.trim())?.[1]
  const byNumber: ComboboxItem[] =
    number && !found.some(({ label }) => label.startsWith(`#${number} `))
      ? [{ value: number, label: t('automations.dry.number', { number }), keywords: text }]
      : []
  // What the server found is shown, whatever it was found by.
  const items = [...byNumber, ...found.map((item) => ({ ...item, keywords: text }))]
  return (
    <Combobox
      label={t('automations.dry.conversation')}
      placeholder={t('automations.dry.search')}
      empty={t('automations.dry.none_found')}
      items={items}
      value={value}
      onValueChange={(next) => {
        setChosen(items.find((item) => item.value === next) ?? null)
        onChange(next)
      }}
      onSearchChange={setText}
      trigger={
        <Chooser filled={chosen !== null}>
          <span className="truncate">{chosen?.label ?? t('automations.dry.choose')}</span>
        </Chooser>
      }
    />
  )
}

function useFound(text: string): ComboboxItem[] {
  const { t } = useTranslation()
  const searches = new TextEncoder().encode(text).length >= SHORTEST
  const found = useQuery({
    queryKey: keys.search('conversations', `automations ${searches ? text : ''}`),
    queryFn: async ({ signal }) =>
      searches
        ? call(searchConversations, { signal, query: { query: text } })
        : (await call(listAll, { signal, query: { page_size: '10' } })).results,
    placeholderData: keepPreviousData,
  })
  return (found.data ?? []).map(({ uuid, reference_number, subject }) => ({
    value: uuid,
    label: `#${reference_number} ${subject || t('automations.no_subject')}`,
  }))
}
