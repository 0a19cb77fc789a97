import { type ConversationSort, conversationSorts } from '@parley/contract/conversations/conversation-lists'
import type { FilterNode } from '@parley/contract/shared/filters'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListKey, ListPage } from '../../../api/conversation-list-queries.ts'
import { FilterButton } from '../../../filters/filter-button.tsx'
import { readerLocale } from '../../../format/locale.ts'
import { isOrderedType } from '../../../lib/inbox-list.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { statusesQuery } from '../../../session/queries.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { MenuOnDemand } from '../../../ui/overlays/menu-on-demand.tsx'

const RadioMenuPopup = lazyPart(() => import('../../../ui/overlays/radio-menu-popup.tsx'), 'RadioMenuPopup')

/** The list's status, sort and filters, kept in the URL. */
export type ListChoice = Pick<ListKey, 'status' | 'sort' | 'filters'>

const ALL_STATUSES = ''
// Object.keys drops the key type.
const sorts = Object.keys(conversationSorts) as ConversationSort[]

export function ListHeader({
  title,
  list,
  head,
  unlisted,
  onChange,
  onSaveView,
}: {
  title: string
  list: ListKey
  head: ListPage | undefined
  /** Entries above the list that its total doesn't include. */
  unlisted: number
  onChange: (choice: ListChoice) => void
  onSaveView: ((filters: FilterNode[]) => void) | undefined
}) {
  const { t } = useTranslation()
  const { status, sort, filters = [] } = list
  const choice = { status, sort, filters }
  const isOrdered = isOrderedType(list.type)
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b pr-2 pl-4">
      <h1 className="min-w-0 flex-1 truncate text-md font-semibold">{title}</h1>
      {list.type === 'view' || isOrdered ? (
        head && <Total head={{ ...head, total: head.total + unlisted }} />
      ) : (
        <>
          <FilterButton
            filters={filters}
            onApply={(next) => onChange({ ...choice, filters: next })}
            onSave={onSaveView}
          />
          <StatusSelect
            status={status}
            total={head && <Total head={head} />}
            onChoose={(next) => onChange({ ...choice, status: next })}
          />
        </>
      )}
      {!isOrdered && (
        <QuietSelect
          label={t('list.sort')}
          value={sort}
          onChoose={(next) => onChange({ ...choice, sort: next })}
          options={sorts.map((one) => ({ value: one, label: t(`list.sort.${one}`) }))}
        >
          {t(`list.sort.${sort}.short`)}
        </QuietSelect>
      )}
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
    <QuietSelect
      label={t('list.status')}
      value={status ?? ALL_STATUSES}
      onChoose={(name) => onChoose(name === ALL_STATUSES ? null : name)}
      options={[
        ...statuses.map(({ name }) => ({ value: name, label: name })),
        { value: ALL_STATUSES, label: t('list.status.every') },
      ]}
    >
      {status ?? t('list.status.every')}
      {total}
    </QuietSelect>
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

/** A select that looks like plain text until hovered. */
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
    <MenuOnDemand
      preload={RadioMenuPopup.preload}
      trigger={
        <Button variant="ghost" size="sm" className="px-2">
          <span className="sr-only">{label}: </span>
          {children}
          <ChevronDown size={14} aria-hidden className="text-ink-3" />
        </Button>
      }
    >
      <RadioMenuPopup value={value} onValueChange={onChoose} options={options} />
    </MenuOnDemand>
  )
}
