import { availabilityStatuses } from '@parley/contract/agents/agent'
import { useTranslation } from 'react-i18next'
import { SelectField, TextField } from '../../forms/fields/fields.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { PageSection } from '../../ui/layout/page.tsx'
import type { AgentFields } from './agent-fields.ts'
import { RolesField, TeamsField } from './role-and-team-fields.tsx'

/** The form sections of an agent. */
export function AgentSections({ form, isNew = false }: { form: EntityForm<AgentFields>; isNew?: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <PageSection title={t('agents.identity')} help={t('agents.identity.help')}>
        <div className="grid gap-4 md:grid-cols-2">
          <TextField form={form} name="first_name" label={t('agents.first_name')} autoFocus={isNew} />
          <TextField form={form} name="last_name" label={t('agents.last_name')} />
          <TextField
            form={form}
            name="email"
            type="email"
            inputMode="email"
            label={t('agents.email')}
            help={t('agents.email.help')}
            className="md:col-span-2"
          />
        </div>
      </PageSection>
      <PageSection title={t('agents.rights')} help={t('agents.rights.help')}>
        <RolesField form={form} name="roles" />
      </PageSection>
      <PageSection title={t('agents.work')} help={t('agents.work.help')}>
        <div className="space-y-4">
          <TeamsField form={form} name="teams" />
          {!isNew && (
            <SelectField
              form={form}
              name="availability_status"
              label={t('agents.availability')}
              help={t('agents.availability.help')}
              options={availabilityStatuses.map((value) => ({
                value,
                label: t(`agents.availability.${value}`),
              }))}
            />
          )}
        </div>
      </PageSection>
    </>
  )
}
