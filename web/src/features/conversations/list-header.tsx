import { type ConversationSort, conversationSorts } from '@parley/contract/conversation-lists'
import type { FilterNode } from '@parley/contract/filters'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListKey, ListPage } from '../../api/conversation-lists.ts'
import { FilterButton } from '../../filters/filter-button.tsx'
import { readerLocale } from '../../format/locale.ts'
import { statusesQuery } from '../../session/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuRadioGroup } from '../../ui/menu.tsx'

/** What the list is showing; the path's search parameters hold it. */
export type ListChoice = Pick<ListKey, 'status' | 'sort' | 'filters'>

const EVERY = ''
// Object.keys forgets the keys' type.
const sorts = Object.keys(conversationSorts) as ConversationSort[]

export function ListHeader({
  title,
  list,
  head,
  onChoose,
  onSaveView,
}: {
  title: string
  list: ListKey
  head: ListPage | undefined
  onChoose: (choice: ListChoice) => void
  onSaveView: ((filters: FilterNode[]) => void) | undefined
}) {
  const { t } = useTranslation()
  const { status, sort, filters = [] } = list
  const choice = { status, sort, filters }
  const isView = list.type === 'view'
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b pr-2 pl-4">
      <h1 className="min-w-0 flex-1 truncate text-md font-semibold">{title}</h1>
      {isView ? (
        head && <Total head={head} />
      ) : (
        <>
          <FilterButton
            filters={filters}
            onApply={(next) => onChoose({ ...choice, filters: next })}
            onSave={onSaveView}
          />
          <StatusSelect
            status={status}
            total={head && <Total head={head} />}
            onChoose={(next) => onChoose({ ...choice, status: next })}
          />
        </>
      )}
      <Choose
        label={t('list.sort')}
        value={sort}
        onChoose={(next) => onChoose({ ...choice, sort: next })}
        options={sorts.map((one) => ({ value: one, label: t(`list.sort.${one}`) }))}
      >
        {t(`list.sort.${sort}.short`)}
      </Choose>
    </header>
  )
}

function StatusSelect({
  status,
  total,
  onChoose,
}: {
  status: string | null
  total: ReactNode
  onChoose: (status: string | null) => void
}) {
  const { t } = useTranslation()
  const statuses = useQuery(statusesQuery).data ?? []
  return (
    <Choose
      label={t('list.status')}
      value={status ?? EVERY}
      onChoose={(name) => onChoose(name === EVERY ? null : name)}
      options={[
        ...statuses.map(({ name }) => ({ value: name, label: name })),
        { value: EVERY, label: t('list.status.every') },
      ]}
    >
      {status ?? t('list.status.every')}
      {total}
    </Choose>
  )
}

function Total({ head }: { head: ListPage }) {
  const { t } = useTranslation()
  const count = new Intl.NumberFormat(readerLocale()).format(head.total)
  const label = t('list.total', { count: head.total })
  return (
    <span title={label} className="font-normal text-ink-3 tabular-nums">
      {head.total_is_estimate ? t('list.total.estimate', { count }) : count}
    </span>
  )
}

/** A choice that is quiet until one looks for it. */
function Choose<Value extends string>({
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
