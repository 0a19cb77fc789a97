import { grantRefusal } from '@parley/contract/permissions'
import { listRoles } from '@parley/contract/roles'
import { useQuery } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { BoxesField } from '../../admin/boxes-field.tsx'
import { entitiesQuery } from '../../admin/entities.ts'
import type { FieldProps } from '../../admin/fields.tsx'
import { ManyField } from '../../admin/many-field.tsx'
import { giverOf } from '../../session/may.ts'
import { teamsQuery } from '../../session/queries.ts'
import { useMe } from '../../session/use-me.ts'

type Props<Values extends FieldValues> = Pick<FieldProps<Values>, 'of' | 'name' | 'help'>

/** Roles by name; those that one may not give say why. */
export function RolesField<Values extends FieldValues>(props: Props<Values>) {
  const { t } = useTranslation()
  const me = useMe()
  const roles = useQuery(entitiesQuery('roles', listRoles)).data ?? []
  return (
    <BoxesField
      {...props}
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

/** Teams by name. */
export function TeamsField<Values extends FieldValues>(props: Props<Values>) {
  const { t } = useTranslation()
  const teams = useQuery(teamsQuery).data ?? []
  return (
    <ManyField
      {...props}
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
  )
}
