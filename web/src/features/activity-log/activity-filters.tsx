import { activityKinds } from '@parley/contract/activity-log/activity-log'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../format/names.ts'
import { AgentAvatar } from '../../session/agent-avatar.tsx'
import { agentsQuery } from '../../session/queries.ts'
import { Combobox } from '../../ui/inputs/combobox.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { ANY, type LogFilters, SIGN_INS } from './log-filters.ts'

/** Filters by person, kind and dates. */
export function ActivityFilters({
  filters,
  onChange,
}: {
  filters: LogFilters
  onChange: (filters: LogFilters) => void
}) {
  const { t } = useTranslation()
  const agents = useQuery(agentsQuery).data ?? []
  const people = [
    { value: ANY, label: t('activity.anybody') },
    ...agents.map((agent) => ({
      value: String(agent.id),
      label: fullName(agent),
      keywords: agent.email ?? '',
      icon: <AgentAvatar agent={agent} size="sm" />,
    })),
  ]
  const kinds = [
    { value: ANY, label: t('activity.anything') },
    { value: SIGN_INS, label: t('activity.sign_ins') },
    ...activityKinds.map((kind) => ({ value: kind, label: t(`activity.about.${kind}`) })),
  ]
  return (
    <div className="mb-4 grid grid-cols-2 gap-2 md:grid-cols-4">
      <Combobox
        label={t('activity.person')}
        placeholder={t('activity.person.find')}
        empty={t('activity.person.none')}
        items={people}
        value={filters.actor_id}
        onValueChange={(actor_id) => onChange({ ...filters, actor_id })}
        trigger={
          <button type="button" className="field h-8 justify-between gap-2 self-end px-2.5 text-left">
            <span className="truncate">
              {people.find(({ value }) => value === filters.actor_id)?.label ?? t('activity.anybody')}
            </span>
            <ChevronDown size={14} aria-hidden className="shrink-0 text-ink-3" />
          </button>
        }
      />
      <div className="self-end">
        <Select
          label={t('activity.kind')}
          options={kinds}
          value={filters.kind}
          onValueChange={(kind) => onChange({ ...filters, kind })}
        />
      </div>
      <DayField label={t('activity.from')}>
        {(id) => (
          <Input
            id={id}
            type="date"
            value={filters.from}
            max={filters.to || undefined}
            onChange={(event) => onChange({ ...filters, from: event.target.value })}
          />
        )}
      </DayField>
      <DayField label={t('activity.to')}>
        {(id) => (
          <Input
            id={id}
            type="date"
            value={filters.to}
            min={filters.from || undefined}
            onChange={(event) => onChange({ ...filters, to: event.target.value })}
          />
        )}
      </DayField>
    </div>
  )
}

function DayField({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-0.5 block text-xs text-ink-3">
        {label}
      </label>
      {children(id)}
    </div>
  )
}
