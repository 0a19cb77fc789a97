import { grantRefusal } from '@parley/contract/roles/permissions'
import { listRoles } from '@parley/contract/roles/roles'
import { useQuery } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { entitiesQuery } from '../../admin/entity-queries.ts'
import { CheckboxListField } from '../../forms/fields/checkbox-list-field.tsx'
import type { FieldProps } from '../../forms/fields/fields.tsx'
import { MultiSelectField } from '../../forms/fields/multi-select-field.tsx'
import { toGrantor } from '../../session/permissions.ts'
import { teamsQuery } from '../../session/queries.ts'
import { useMe } from '../../session/use-me.ts'

type Props<Values extends FieldValues> = Pick<FieldProps<Values>, 'form' | 'name' | 'help'>

/** Roles by name. Those that the user can't grant say why. */
export function RolesField<Values extends FieldValues>(props: Props<Values>) {
  const { t } = useTranslation()
  const me = useMe()
  const roles = useQuery(entitiesQuery('roles', listRoles)).data ?? []
  return (
    <CheckboxListField
      {...props}
      label={t('agents.roles')}
      options={roles.map((role) => ({
        value: role.name,
        label: role.name,
        help: role.description,
        disabledReason: grantRefusal(toGrantor(me), role.permissions),
      }))}
    />
  )
}

/** Teams by name. */
export function TeamsField<Values extends FieldValues>(props: Props<Values>) {
  const { t } = useTranslation()
  const teams = useQuery(teamsQuery).data ?? []
  return (
    <MultiSelectField
      {...props}
      label={t('agents.teams')}
      placeholder={t('agents.teams.none')}
      searchPlaceholder={t('agents.teams.find')}
      emptyText={t('agents.teams.none_found')}
      items={teams.map((team) => ({
        value: team.name,
        label: team.name,
        icon: <span aria-hidden>{team.emoji ?? '·'}</span>,
      }))}
    />
  )
}
