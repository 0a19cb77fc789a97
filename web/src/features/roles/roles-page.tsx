import { deleteRole, listRoles, type Role } from '@parley/contract/roles/roles'
import { previewRoleDeletion } from '@parley/contract/shared/deletion-previews'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, Shield, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../admin/entity-queries.ts'
import { EntityList } from '../../admin/list/entity-list.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { ROLES_PATH, rolePath } from './role-fields.ts'

/** Named sets of permissions. */
export function RolesPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const query = useQuery(entitiesQuery('roles', listRoles))
  const [deleting, setDeleting] = useState<Role | null>(null)
  return (
    <EntityList
      title={t('admin.roles')}
      lead={t('roles.lead')}
      icon={Shield}
      query={query}
      createAction={{ label: t('roles.new'), to: `${ROLES_PATH}/new` }}
      empty={{ title: t('roles.empty.title'), text: t('roles.empty.text') }}
      toRow={(role) => ({
        id: role.id,
        name: role.name,
        picture: (
          <span
            aria-hidden
            className="grid size-8 shrink-0 place-items-center rounded-lg bg-surface-sunk text-ink-3"
          >
            <Shield size={16} />
          </span>
        ),
        details: [t('roles.rights', { count: role.permissions.length }), role.description]
          .filter(Boolean)
          .join(' · '),
        badge: role.name === 'Admin' && <Badge>{t('roles.fixed')}</Badge>,
        open: { to: rolePath(role.id) },
        actions: [
          { label: t('roles.edit'), icon: Pencil, onClick: () => void navigate({ to: rolePath(role.id) }) },
          { label: t('roles.delete'), icon: Trash2, danger: true, onClick: () => setDeleting(role) },
        ],
      })}
    >
      {deleting && (
        <DeleteDialog
          title={t('roles.delete.title', { name: deleting.name })}
          confirmLabel={t('roles.delete')}
          successMessage={t('roles.deleted')}
          invalidateKey={queryKeys.roles}
          preview={() => call(previewRoleDeletion, { params: { id: String(deleting.id) } })}
          onConfirm={() => call(deleteRole, { params: { id: String(deleting.id) } })}
          onClose={() => setDeleting(null)}
        >
          {t('roles.delete.nothing')}
        </DeleteDialog>
      )}
    </EntityList>
  )
}
