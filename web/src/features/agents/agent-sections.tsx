import { availabilityStatuses } from '@parley/contract/people'
import { grantRefusal } from '@parley/contract/permissions'
import { listRoles } from '@parley/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BoxesField } from '../../admin/boxes-field.tsx'
import { entitiesQuery } from '../../admin/entities.ts'
import { SelectField, TextField } from '../../admin/fields.tsx'
import { ManyField } from '../../admin/many-field.tsx'
import type { EntityForm } from '../../admin/use-entity-form.ts'
import { giverOf } from '../../session/may.ts'
import { teamsQuery } from '../../session/queries.ts'
import { useMe } from '../../session/use-me.ts'
import { PageSection } from '../../ui/page.tsx'
import type { AgentFields } from './agent-fields.ts'

/** The fields of an agent, new or not. */
export function AgentSections({ of, isNew = false }: { of: EntityForm<AgentFields>; isNew?: boolean }) {
  const { t } = useTranslation()
  const teams = useQuery(teamsQuery).data ?? []
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
        <RolesField of={of} />
      </PageSection>
      <PageSection title={t('agents.work')} help={t('agents.work.help')}>
        <div className="space-y-4">
          <ManyField
            of={of}
            name="teams"
            label={t('agents.teams')}
            placeholder={t('agents.teams.none')}
            find={t('agents.teams.find')}
            none={t('agents.teams.none_found')}
            items={teams.map((team) => ({
              value: team.name,
              label: team.name,
              icon: <span aria-hidden>{team.emoji ?? '·'}</span>,
            }))}
          />
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

function RolesField({ of }: { of: EntityForm<AgentFields> }) {
  const { t } = useTranslation()
  const me = useMe()
  const roles = useQuery(entitiesQuery('roles', listRoles)).data ?? []
  return (
    <BoxesField
      of={of}
      name="roles"
      label={t('agents.roles')}
      boxes={roles.map((role) => ({
        value: role.name,
        label: role.name,
        help: role.description,
        refusal: grantRefusal(giverOf(me), role.permissions),
      }))}
    />
  )
}
