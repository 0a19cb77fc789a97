import { permissions } from '@parley/contract/roles/permissions'
import { getRole, type Role, RoleWrite, updateRole } from '@parley/contract/roles/roles'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EntityPage } from '../../admin/entity-page.tsx'
import { entityQuery } from '../../admin/entity-queries.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { Breadcrumb, FormPage } from '../../forms/form-page.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { Page } from '../../ui/layout/page.tsx'
import { PreviewSection } from './preview-section.tsx'
import { fieldsOf, ROLES_PATH } from './role-fields.ts'
import { RoleSections } from './role-sections.tsx'

export function RolePage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/teams/roles/$id/edit' })
  const query = useQuery(entityQuery('roles', getRole, id))
  return (
    <EntityPage query={query} parent={{ to: ROLES_PATH, label: t('admin.roles') }}>
      {(role) => (role.name === 'Admin' ? <FixedRole role={role} /> : <RoleForm key={role.id} role={role} />)}
    </EntityPage>
  )
}

function RoleForm({ role }: { role: Role }) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: RoleWrite,
    values: fieldsOf(role),
    fetchCurrent: () => call(getRole, { params: { id: String(role.id) } }),
    fieldsOf,
    draftKey: `roles/${role.id}`,
    invalidateKey: queryKeys.roles,
    successMessage: t('roles.saved'),
    save: (fields, attempt) =>
      call(updateRole, {
        params: { id: String(role.id) },
        body: { ...fields, shown_permissions: [...permissions] },
        ...attempt,
      }),
  })
  return (
    <FormPage form={form} title={role.name} parent={{ to: ROLES_PATH, label: t('admin.roles') }}>
      <RoleSections form={form} isNameFixed={role.name === 'Agent'} />
    </FormPage>
  )
}

function FixedRole({ role }: { role: Role }) {
  const { t } = useTranslation()
  return (
    <Page
      title={role.name}
      lead={t('roles.admin.text')}
      breadcrumb={<Breadcrumb parent={{ to: ROLES_PATH, label: t('admin.roles') }} title={role.name} />}
    >
      <PreviewSection permissions={role.permissions} />
    </Page>
  )
}
