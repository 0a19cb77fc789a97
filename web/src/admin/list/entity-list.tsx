import type { UseQueryResult } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { Plus, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import type { Command } from '../../commands/command.ts'
import { useCommands } from '../../commands/command-registry.ts'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { ErrorState } from '../../ui/display/error-state.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Select, type SelectOption } from '../../ui/inputs/select.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { type EntityRow, EntityRows, type EntityRowsProps } from './entity-rows.tsx'

/** With at least this many rows the list gets a search field. */
const SEARCH_MIN_ROWS = 8

/** What "New …" opens: a page or a dialog. */
export type CreateAction = { label: string } & ({ to: string } | { onClick: () => void })

/** Filters the list by something other than the name. The first option shows all. */
export type ListFilter<T> = {
  label: string
  options: readonly SelectOption<string>[]
  matches: (entity: T, chosen: string) => boolean
}

/** The list page of one kind of entity; every admin area starts with it. */
export function EntityList<T>({
  title,
  lead,
  icon,
  query,
  toRow,
  createAction,
  actions,
  filter,
  empty,
  header,
  renderRows = renderPlainRows,
  children,
}: {
  title: string
  lead: ReactNode
  icon: LucideIcon
  query: UseQueryResult<readonly T[]>
  toRow: (entity: T) => EntityRow
  createAction?: CreateAction
  /** Next to the create button. */
  actions?: ReactNode
  /** Next to the search. */
  filter?: ListFilter<T>
  /** Explains what the entity is for; shown when there is none. */
  empty: { title: string; text: ReactNode }
  /** Between the heading and the rows: the area's sub-navigation (SubNav). */
  header?: ReactNode
  /** For rows that can be reordered. */
  renderRows?: (props: EntityRowsProps) => ReactNode
  /** Dialogs of the page. */
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const [searchText, setSearchText] = useState('')
  // Not a ref, which must not be read in `renderRows`: that is called during render.
  const [searchInput, setSearchInput] = useState<HTMLInputElement | null>(null)
  const allValue = filter?.options[0]?.value ?? ''
  const [filterValue, setFilterValue] = useState(allValue)
  const rows = query.data
  const visibleRows = rows
    ?.filter((entity) => filterValue === allValue || !filter || filter.matches(entity, filterValue))
    .map(toRow)
    .filter((row) => matchesSearch(row, searchText))
  useCreateCommand(createAction)
  return (
    <Page
      title={title}
      lead={lead}
      actions={
        rows &&
        rows.length > 0 && (
          <div className="flex flex-wrap justify-end gap-2">
            {actions}
            {createAction && <CreateButton creation={createAction} />}
          </div>
        )
      }
    >
      {header}
      {query.isPending && <LoadingRows label={title} />}
      {query.isError && !rows && (
        <ErrorState
          title={t('entities.error', { title })}
          message={query.error.message}
          reference={query.error instanceof ApiError ? query.error.request_id : null}
          onRetry={() => void query.refetch()}
        />
      )}
      {rows?.length === 0 && (
        <EmptyState
          icon={icon}
          title={empty.title}
          action={createAction && <CreateButton creation={createAction} />}
        >
          {empty.text}
        </EmptyState>
      )}
      {rows && visibleRows && rows.length > 0 && (
        <>
          {rows.length >= SEARCH_MIN_ROWS && (
            <div className={clsx('mb-3 flex flex-wrap gap-2', header && 'mt-4')}>
              <Input
                ref={setSearchInput}
                type="search"
                role="searchbox"
                aria-label={t('entities.search', { title })}
                placeholder={t('entities.search.placeholder')}
                value={searchText}
                onChange={(event) => setSearchText(event.target.value)}
                className="w-full md:w-72"
                start={<Search size={14} aria-hidden className="shrink-0 text-ink-3" />}
              />
              {filter && (
                <div className="w-full md:w-52">
                  <Select
                    label={filter.label}
                    options={filter.options}
                    value={filterValue}
                    onValueChange={setFilterValue}
                  />
                </div>
              )}
            </div>
          )}
          {renderRows({ label: title, rows: visibleRows, onSearch: () => searchInput?.select() })}
          {visibleRows.length === 0 && (
            <p role="status" className="py-10 text-center text-ink-3">
              {searchText.trim()
                ? t('entities.none_found', { text: searchText.trim() })
                : t('entities.none_chosen')}
            </p>
          )}
        </>
      )}
      {children}
    </Page>
  )
}

const renderPlainRows = (props: EntityRowsProps) => <EntityRows {...props} />

function CreateButton({ creation }: { creation: CreateAction }) {
  const content = (
    <>
      <Plus size={14} aria-hidden />
      {creation.label}
    </>
  )
  if ('onClick' in creation)
    return (
      <Button variant="primary" onClick={creation.onClick}>
        {content}
      </Button>
    )
  return (
    <Link
      to={creation.to}
      className="inline-flex h-7.5 shrink-0 items-center gap-2 rounded-md bg-accent px-3 font-medium whitespace-nowrap text-accent-ink transition-colors hover:bg-accent-hover"
    >
      {content}
    </Link>
  )
}

/** Also in the command palette. */
function useCreateCommand(creation: CreateAction | undefined) {
  const navigate = useNavigate()
  const command: Command | undefined = creation && {
    id: 'entities.create',
    label: 'entities.create',
    labelValues: { label: creation.label },
    group: 'commands.group.page',
    icon: Plus,
    run: () => ('to' in creation ? void navigate({ to: creation.to }) : creation.onClick()),
  }
  useCommands(command ? [command] : [])
}

const matchesSearch = ({ name, details, searchKeywords = '' }: EntityRow, searchText: string): boolean =>
  `${name} ${typeof details === 'string' ? details : ''} ${searchKeywords}`
    .toLowerCase()
    .includes(searchText.trim().toLowerCase())

function LoadingRows({ label }: { label: string }) {
  const { t } = useTranslation()
  return (
    <div aria-busy role="status" aria-label={t('entities.loading', { title: label })} className="border-t">
      {[34, 22, 40].map((width) => (
        <div key={width} className="flex h-14 items-center border-b px-3">
          <div style={{ width: `${width}%` }}>
            <Skeleton className="h-3 w-full" />
          </div>
        </div>
      ))}
    </div>
  )
}
