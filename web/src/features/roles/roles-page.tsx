import { previewRoleDeletion } from '@parley/contract/deletions'
import { deleteRole, listRoles, type Role } from '@parley/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, Shield, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../admin/entities.ts'
import { EntityList } from '../../admin/entity-list.tsx'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { ROLES, rolePath } from './role-fields.ts'

/** Named sets of rights. */
export function RolesPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const query = useQuery(entitiesQuery('roles', listRoles))
  const [leaving, setLeaving] = useState<Role | null>(null)
  return (
    <EntityList
      title={t('admin.roles')}
      lead={t('roles.lead')}
      icon={Shield}
      query={query}
      creation={{ label: t('roles.new'), to: `${ROLES}/new` }}
      empty={{ title: t('roles.empty.title'), text: t('roles.empty.text') }}
      rowOf={(role) => ({
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
        facts: [t('roles.rights', { count: role.permissions.length }), role.description]
          .filter(Boolean)
          .join(' · '),
        badge: role.name === 'Admin' && <Badge>{t('roles.fixed')}</Badge>,
        opens: { to: rolePath(role.id) },
        actions: [
          { label: t('roles.edit'), icon: Pencil, onClick: () => void navigate({ to: rolePath(role.id) }) },
          { label: t('roles.delete'), icon: Trash2, danger: true, onClick: () => setLeaving(role) },
        ],
      })}
    >
      {leaving && (
        <DeleteDialog
          title={t('roles.delete.title', { name: leaving.name })}
          confirmLabel={t('roles.delete')}
          deleted={t('roles.deleted')}
          kind={keys.roles}
          preview={() => call(previewRoleDeletion, { params: { id: String(leaving.id) } })}
          remove={() => call(deleteRole, { params: { id: String(leaving.id) } })}
          onClose={() => setLeaving(null)}
        >
          {t('roles.delete.nothing')}
        </DeleteDialog>
      )}
    </EntityList>
  )
}
