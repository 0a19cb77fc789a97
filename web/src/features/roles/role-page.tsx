import { getRole, type Role, RoleWrite, updateRole } from '@parley/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { entityQuery } from '../../admin/entities.ts'
import { EntityPage } from '../../admin/entity-page.tsx'
import { FormPage, Trail } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { Page } from '../../ui/page.tsx'
import { PreviewSection } from './preview-section.tsx'
import { fieldsOf, ROLES } from './role-fields.ts'
import { RoleSections } from './role-sections.tsx'

export function RolePage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/teams/roles/$id/edit' })
  const query = useQuery(entityQuery('roles', getRole, id))
  return (
    <EntityPage query={query} within={{ to: ROLES, label: t('admin.roles') }}>
      {(role) => (role.name === 'Admin' ? <FixedRole role={role} /> : <RoleForm key={role.id} role={role} />)}
    </EntityPage>
  )
}

function RoleForm({ role }: { role: Role }) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: RoleWrite,
    values: fieldsOf(role),
    current: () => call(getRole, { params: { id: String(role.id) } }),
    fieldsOf,
    place: `roles/${role.id}`,
    refresh: keys.roles,
    said: t('roles.saved'),
    save: (body, attempt) => call(updateRole, { params: { id: String(role.id) }, body, ...attempt }),
  })
  return (
    <FormPage of={form} title={role.name} within={{ to: ROLES, label: t('admin.roles') }}>
      <RoleSections of={form} nameIsFixed={role.name === 'Agent'} />
    </FormPage>
  )
}

function FixedRole({ role }: { role: Role }) {
  const { t } = useTranslation()
  return (
    <Page
      title={role.name}
      lead={t('roles.admin.text')}
      trail={<Trail within={{ to: ROLES, label: t('admin.roles') }} title={role.name} />}
    >
      <PreviewSection permissions={role.permissions} />
    </Page>
  )
}
