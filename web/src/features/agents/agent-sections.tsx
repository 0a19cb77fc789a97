import { availabilityStatuses } from '@parley/contract/people'
import { useTranslation } from 'react-i18next'
import { SelectField, TextField } from '../../admin/fields.tsx'
import type { EntityForm } from '../../admin/use-entity-form.ts'
import { PageSection } from '../../ui/page.tsx'
import type { AgentFields } from './agent-fields.ts'
import { RolesField, TeamsField } from './belonging-fields.tsx'

/** The fields of an agent, new or not. */
export function AgentSections({ of, isNew = false }: { of: EntityForm<AgentFields>; isNew?: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <PageSection title={t('agents.identity')} help={t('agents.identity.help')}>
        <div className="grid gap-4 md:grid-cols-2">
          <TextField of={of} name="first_name" label={t('agents.first_name')} autoFocus={isNew} />
          <TextField of={of} name="last_name" label={t('agents.last_name')} />
          <TextField
            of={of}
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
        <RolesField of={of} name="roles" />
      </PageSection>
      <PageSection title={t('agents.work')} help={t('agents.work.help')}>
        <div className="space-y-4">
          <TeamsField of={of} name="teams" />
          {!isNew && (
            <SelectField
              of={of}
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
