import { type ContactSort, contactSorts } from '@parley/contract/contacts/contact-sorts'
import { ChevronDown, Search, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactListKey, ContactPage } from '../../../api/contact-queries.ts'
import { readerLocale } from '../../../format/locale.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { IconButton } from '../../../ui/inputs/icon-button.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Menu, MenuRadioGroup } from '../../../ui/overlays/menu.tsx'

const ANY = 'any'
const createdWithinDays = [7, 30, 90, 365] as const
// Object.keys drops the key type.
const sorts = Object.keys(contactSorts) as ContactSort[]

type Props = {
  list: ContactListKey
  page: ContactPage | undefined
  searchRef: RefObject<HTMLInputElement | null>
  onChoose: (choice: ContactListKey) => void
}

/** The number of contacts, and the list's filters and sort. */
export function ContactListHeader({ list, page, searchRef, onChoose }: Props) {
  const { t } = useTranslation()
  const count = page && new Intl.NumberFormat(readerLocale()).format(page.total)
  const states = { [ANY]: null, blocked: true, welcome: false }
  const state = list.blocked === null ? ANY : list.blocked ? 'blocked' : 'welcome'
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-1 gap-y-2 border-b px-4 py-2 md:min-h-12 md:px-7">
      <h1 className="text-md font-semibold">{t('contacts.all')}</h1>
      {page && (
        <span title={t('contacts.total', { count: page.total })} className="ml-1 text-ink-3 tabular-nums">
          {page.total_is_estimate ? t('list.total.estimate', { count }) : count}
        </span>
      )}
      <SearchField list={list} inputRef={searchRef} onChoose={onChoose} />
      <div className="flex flex-wrap items-center max-md:-ml-2">
        <QuietSelect
          label={t('contacts.state')}
          value={state}
          options={[ANY, 'welcome', 'blocked'].map((value) => ({
            value,
            label: t(`contacts.state.${value}`),
          }))}
          onChoose={
            (value) => onChoose({ ...list, page: 1, blocked: states[value as keyof typeof states] }) // one of the options
          }
        >
          {t(`contacts.state.${state}`)}
        </QuietSelect>
        <QuietSelect
          label={t('contacts.created')}
          value={list.within === null ? ANY : String(list.within)}
          options={[ANY, ...createdWithinDays.map(String)].map((value) => ({
            value,
            label: t(`contacts.created.${value}`),
          }))}
          onChoose={(value) => onChoose({ ...list, page: 1, within: value === ANY ? null : Number(value) })}
        >
          {list.within === null ? t('contacts.created.any') : t(`contacts.created.${list.within}`)}
        </QuietSelect>
        <QuietSelect
          label={t('contacts.sort')}
          value={list.sort}
          options={sorts.map((value) => ({ value, label: t(`contacts.sort.${value}`) }))}
          onChoose={(sort) => onChoose({ ...list, page: 1, sort })}
        >
          {t(`contacts.sort.${list.sort}`)}
        </QuietSelect>
      </div>
    </header>
  )
}

function SearchField({
  list,
  inputRef,
  onChoose,
}: Pick<Props, 'list' | 'onChoose'> & { inputRef: Props['searchRef'] }) {
  const { t } = useTranslation()
  const [text, setText] = useState(list.search)
  const [lastSearch, setLastSearch] = useState(list.search)
  // The URL changed in another way, such as navigating back.
  if (lastSearch !== list.search) {
    setLastSearch(list.search)
    if (text.trim() !== list.search) setText(list.search)
  }
  const debounced = useDebounced(text.trim())
  const applySearch = useEffectEvent((search: string) => {
    if (search !== list.search && search === text.trim()) onChoose({ ...list, search, page: 1 })
  })
  // Updates the URL when typing pauses.
  useEffect(() => applySearch(debounced), [debounced])
  return (
    <Input
      ref={inputRef}
      type="search"
      role="searchbox"
      aria-label={t('contacts.search')}
      placeholder={t('contacts.search.placeholder')}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Browsers would clear the field; leave it instead to move among the results.
        event.preventDefault()
        event.currentTarget.blur()
      }}
      className="w-full md:mr-1 md:ml-auto md:w-72 [&_input::-webkit-search-cancel-button]:hidden"
      start={<Search size={14} aria-hidden className="shrink-0 text-ink-3" />}
      end={
        text !== '' && (
          <IconButton
            size="sm"
            label={t('contacts.search.clear')}
            onClick={() => {
              setText('')
              inputRef.current?.focus()
            }}
          >
            <X size={14} aria-hidden />
          </IconButton>
        )
      }
    />
  )
}

function QuietSelect<Value extends string>({
  label,
  value,
  options,
  onChoose,
  children,
}: {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChoose: (value: Value) => void
  children: ReactNode
}) {
  return (
    <Menu
      align="end"
      className="w-48"
      trigger={
        <Button variant="ghost" size="sm" className="px-2">
          <span className="sr-only">{label}: </span>
          {children}
          <ChevronDown size={14} aria-hidden className="text-ink-3" />
        </Button>
      }
    >
      <MenuRadioGroup value={value} onValueChange={onChoose} options={options} />
    </Menu>
  )
}
