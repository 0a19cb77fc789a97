import { createRole, RoleWrite } from '@parley/contract/roles/roles'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { newRole, ROLES_PATH, rolePath } from './role-fields.ts'
import { RoleSections } from './role-sections.tsx'

export function NewRolePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useEntityForm({
    schema: RoleWrite,
    values: newRole,
    draftKey: 'roles/new',
    invalidateKey: queryKeys.roles,
    successMessage: t('roles.created'),
    save: (body, attempt) => call(createRole, { body, ...attempt }),
    onSaved: () => void navigate({ to: ROLES_PATH }),
    continueAt: ({ id }) => ({ path: rolePath(id), draftKey: `roles/${id}` }),
  })
  return (
    <FormPage
      form={form}
      title={t('roles.new')}
      lead={t('roles.lead')}
      parent={{ to: ROLES_PATH, label: t('admin.roles') }}
      createLabel={t('roles.create')}
    >
      <RoleSections form={form} isNew />
    </FormPage>
  )
}
