import { createRole, RoleWrite } from '@parley/contract/roles'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FormPage } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { newRole, ROLES } from './role-fields.ts'
import { RoleSections } from './role-sections.tsx'

export function NewRolePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useEntityForm({
    schema: RoleWrite,
    values: newRole,
    place: 'roles/new',
    refresh: keys.roles,
    said: t('roles.created'),
    save: (body, attempt) => call(createRole, { body, ...attempt }),
    onSaved: () => void navigate({ to: ROLES }),
  })
  return (
    <FormPage
      of={form}
      title={t('roles.new')}
      lead={t('roles.lead')}
      within={{ to: ROLES, label: t('admin.roles') }}
      create={t('roles.create')}
    >
      <RoleSections of={form} isNew />
    </FormPage>
  )
}
