import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormField } from '../../forms/fields/fields.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { slaQuery } from '../../session/queries.ts'
import { Select } from '../../ui/inputs/select.tsx'
import type { TeamFields } from './team-fields.ts'

/** Ids begin at 1. */
const NONE = 0

export function PolicyField({ form }: { form: EntityForm<TeamFields> }) {
  const { t } = useTranslation()
  const policies = useQuery(slaQuery).data ?? []
  return (
    <FormField form={form} name="sla_policy_id" label={t('teams.sla')} help={t('teams.sla.help')}>
      {(field) => (
        <Select
          options={[
            { value: NONE, label: t('teams.sla.none') },
            ...policies.map((policy) => ({ value: policy.id, label: policy.name })),
          ]}
          value={Number(field.value ?? NONE)}
          onValueChange={(id) => field.onChange(id === NONE ? null : id)}
        />
      )}
    </FormField>
  )
}
