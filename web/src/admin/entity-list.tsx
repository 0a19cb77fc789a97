import type { UseQueryResult } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { Plus, Search } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/api-error.ts'
import type { Command } from '../commands/command.ts'
import { useCommands } from '../commands/registry.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Input } from '../ui/input.tsx'
import { Page } from '../ui/page.tsx'
import { Select, type SelectOption } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type EntityRow, EntityRows, type EntityRowsProps } from './entity-rows.tsx'

/** From this many rows on, a field narrows the list by name. */
const WANTS_SEARCH = 8

/** Where "New …" leads: to a page of its own, or to a dialog. */
export type Creation = { label: string } & ({ to: string } | { onClick: () => void })

/** Narrows the list by something else than the name; its first option shows all. */
export type ListFilter<T> = {
  label: string
  options: readonly SelectOption<string>[]
  shows: (entity: T, chosen: string) => boolean
}

/** The list page of one kind of thing: every admin area begins with it. */
export function EntityList<T>({
  title,
  lead,
  icon,
  query,
  rowOf,
  creation,
  actions,
  filter,
  empty,
  above,
  drawRows = plainRows,
  children,
}: {
  title: string
  lead: ReactNode
  icon: LucideIcon
  query: UseQueryResult<readonly T[]>
  rowOf: (entity: T) => EntityRow
  creation?: Creation
  /** Beside the creation. */
  actions?: ReactNode
  /** Offered with the search. */
  filter?: ListFilter<T>
  /** What the thing is for, said while there is none. */
  empty: { title: string; text: ReactNode }
  /** Between the heading and the rows: the area's parts (SubNav). */
  above?: ReactNode
  /** For rows that can be put in another order. */
  drawRows?: (props: EntityRowsProps) => ReactNode
  /** Dialogs that belong to the page. */
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const all = filter?.options[0]?.value ?? ''
  const [chosen, setChosen] = useState(all)
  const rows = query.data
  const shown = rows
    ?.filter((entity) => chosen === all || !filter || filter.shows(entity, chosen))
    .map(rowOf)
    .filter((row) => isWanted(row, wanted))
  useCreationCommand(creation)
  return (
    <Page
      title={title}
      lead={lead}
      actions={
        rows &&
        rows.length > 0 && (
          <div className="flex flex-wrap justify-end gap-2">
            {actions}
            {creation && <CreateButton creation={creation} />}
          </div>
        )
      }
    >
      {above}
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
        <EmptyState icon={icon} title={empty.title} action={creation && <CreateButton creation={creation} />}>
          {empty.text}
        </EmptyState>
      )}
      {rows && shown && rows.length > 0 && (
        <>
          {rows.length >= WANTS_SEARCH && (
            <div className={clsx('mb-3 flex flex-wrap gap-2', above && 'mt-4')}>
              <Input
                ref={search}
                type="search"
                role="searchbox"
                aria-label={t('entities.search', { title })}
                placeholder={t('entities.search.placeholder')}
                value={wanted}
                onChange={(event) => setWanted(event.target.value)}
                className="w-full md:w-72"
                start={<Search size={14} aria-hidden className="shrink-0 text-ink-3" />}
              />
              {filter && (
                <div className="w-full md:w-52">
                  <Select
                    label={filter.label}
                    options={filter.options}
                    value={chosen}
                    onValueChange={setChosen}
                  />
                </div>
              )}
            </div>
          )}
          {drawRows({ label: title, rows: shown, onSearch: () => search.current?.select() })}
          {shown.length === 0 && (
            <p role="status" className="py-10 text-center text-ink-3">
              {wanted.trim() ? t('entities.none_found', { text: wanted.trim() }) : t('entities.none_chosen')}
            </p>
          )}
        </>
      )}
      {children}
    </Page>
  )
}

const plainRows = (props: EntityRowsProps) => <EntityRows {...props} />

function CreateButton({ creation }: { creation: Creation }) {
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

/** In the palette too. */
function useCreationCommand(creation: Creation | undefined) {
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

const isWanted = ({ name, facts, found_by = '' }: EntityRow, wanted: string): boolean =>
  `${name} ${typeof facts === 'string' ? facts : ''} ${found_by}`
    .toLowerCase()
    .includes(wanted.trim().toLowerCase())

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
