import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../format/names.ts'
import { agentsQuery, inboxesQuery, tagsQuery, teamsQuery } from '../../session/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox, type ComboboxItem } from '../../ui/combobox.tsx'
import type { Scope } from './search.ts'
import type { Scoped } from './use-scope.ts'

const ANY = ''
const filters = ['inbox', 'team', 'agent', 'tag'] as const
export type Filter = (typeof filters)[number]

/** Whether some conversations are left out. */
export const isNarrowed = (scope: Scope): boolean => filters.some((filter) => scope[filter] !== undefined)

/** Whose conversations are counted. */
export function Filters({
  scoped: { scope, change },
  but,
}: {
  scoped: Scoped
  /** What the report tells apart by itself. */
  but?: Filter | undefined
}) {
  const { t } = useTranslation()
  const items = useItems()
  return (
    <>
      {filters
        .filter((filter) => filter !== but || scope[filter] !== undefined)
        .map((filter) => (
          <FilterChoice
            key={filter}
            label={t(`reports.filter.${filter}`)}
            find={t(`reports.filter.${filter}.find`)}
            every={t(`reports.filter.${filter}.every`)}
            items={items[filter]}
            value={scope[filter]}
            onChoose={(id) => change({ [filter]: id })}
          />
        ))}
      {isNarrowed(scope) && (
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
  find,
  every,
  items,
  value,
  onChoose,
}: {
  label: string
  find: string
  every: string
  items: readonly ComboboxItem[]
  value: number | undefined
  onChoose: (id: number | undefined) => void
}) {
  const { t } = useTranslation()
  const chosen = items.find((item) => item.value === String(value))
  return (
    <Combobox
      label={label}
      placeholder={find}
      empty={t('reports.filter.none')}
      items={[{ value: ANY, label: every }, ...items]}
      value={value === undefined ? ANY : String(value)}
      onValueChange={(id) => onChoose(id === ANY ? undefined : Number(id))}
      trigger={
        <Button
          variant={value === undefined ? 'ghost' : 'secondary'}
          className="max-w-52 [&>span]:min-w-0 [&>span]:max-w-full"
        >
          <span className="truncate">
            {value === undefined ? label : (chosen?.label ?? t('reports.filter.gone', { id: value }))}
          </span>
          <ChevronDown size={14} aria-hidden className="text-ink-3" />
        </Button>
      }
    />
  )
}

function useItems(): Record<Filter, ComboboxItem[]> {
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
