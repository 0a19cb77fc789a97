import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../format/names.ts'
import { useField } from '../../forms/fields/fields.tsx'
import { MultiSelect } from '../../forms/fields/multi-select-field.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { AgentAvatar } from '../../session/agent-avatar.tsx'
import { agentsQuery } from '../../session/queries.ts'
import { Field } from '../../ui/inputs/field.tsx'
import type { TeamFields } from './team-fields.ts'

/** The field's value is ids; the multi-select works with strings. */
export function MembersField({ form }: { form: EntityForm<TeamFields> }) {
  const { t } = useTranslation()
  const agents = useQuery(agentsQuery).data ?? []
  const { field, error } = useField({ form, name: 'member_ids' })
  const ids = Array.isArray(field.value) ? field.value : []
  return (
    <Field label={t('teams.members')} error={error}>
      <MultiSelect
        label={t('teams.members')}
        placeholder={t('teams.members.none')}
        searchPlaceholder={t('teams.members.find')}
        emptyText={t('teams.members.none_found')}
        items={agents.map((agent) => ({
          value: String(agent.id),
          label: fullName(agent),
          keywords: agent.email ?? '',
          icon: <AgentAvatar agent={agent} size="sm" />,
        }))}
        values={ids.map(String)}
        // In the server's order, so that the same members are not a change.
        onChange={(values) => field.onChange(values.map(Number).toSorted((a, b) => a - b))}
        field={field}
      />
    </Field>
  )
}
