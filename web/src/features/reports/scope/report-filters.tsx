import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../../format/names.ts'
import { agentsQuery, inboxesQuery, tagsQuery, teamsQuery } from '../../../session/queries.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Combobox, type ComboboxItem } from '../../../ui/inputs/combobox.tsx'
import type { ReportScope } from './report-search.ts'
import type { ReportContext } from './use-report-context.ts'

const ANY = ''
const filters = ['inbox', 'team', 'agent', 'tag'] as const
export type Filter = (typeof filters)[number]

/** Whether any filter is set. */
export const isFiltered = (scope: ReportScope): boolean =>
  filters.some((filter) => scope[filter] !== undefined)

/** Filters of the counted conversations. */
export function ReportFilters({
  report: { scope, change },
  except,
}: {
  report: ReportContext
  /** The dimension that the report breaks down by. */
  except?: Filter | undefined
}) {
  const { t } = useTranslation()
  const items = useFilterItems()
  return (
    <>
      {filters
        .filter((filter) => filter !== except || scope[filter] !== undefined)
        .map((filter) => (
          <FilterChoice
            key={filter}
            label={t(`reports.filter.${filter}`)}
            searchPlaceholder={t(`reports.filter.${filter}.find`)}
            allLabel={t(`reports.filter.${filter}.every`)}
            items={items[filter]}
            value={scope[filter]}
            onChange={(id) => change({ [filter]: id })}
          />
        ))}
      {isFiltered(scope) && (
        <Button
          variant="ghost"
          onClick={() => change({ inbox: undefined, team: undefined, agent: undefined, tag: undefined })}
        >
          {t('reports.filter.clear')}
        </Button>
      )}
    </>
  )
}

function FilterChoice({
  label,
  searchPlaceholder,
  allLabel,
  items,
  value,
  onChange,
}: {
  label: string
  searchPlaceholder: string
  allLabel: string
  items: readonly ComboboxItem[]
  value: number | undefined
  onChange: (id: number | undefined) => void
}) {
  const { t } = useTranslation()
  const selected = items.find((item) => item.value === String(value))
  return (
    <Combobox
      label={label}
      placeholder={searchPlaceholder}
      empty={t('reports.filter.none')}
      items={[{ value: ANY, label: allLabel }, ...items]}
      value={value === undefined ? ANY : String(value)}
      onValueChange={(id) => onChange(id === ANY ? undefined : Number(id))}
      trigger={
        <Button
          variant={value === undefined ? 'ghost' : 'secondary'}
          className="max-w-52 [&>span]:min-w-0 [&>span]:max-w-full"
        >
          <span className="truncate">
            {value === undefined ? label : (selected?.label ?? t('reports.filter.gone', { id: value }))}
          </span>
          <ChevronDown size={14} aria-hidden className="text-ink-3" />
        </Button>
      }
    />
  )
}

function useFilterItems(): Record<Filter, ComboboxItem[]> {
  const inboxes = useQuery(inboxesQuery).data ?? []
  const teams = useQuery(teamsQuery).data ?? []
  const agents = useQuery(agentsQuery).data ?? []
  const tags = useQuery(tagsQuery).data ?? []
  const named = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name })
  return {
    inbox: inboxes.map(named),
    team: teams.map(named),
    agent: agents.map((agent) => ({
      value: String(agent.id),
      label: fullName(agent),
      keywords: agent.email ?? '',
    })),
    tag: tags.map(named),
  }
}
