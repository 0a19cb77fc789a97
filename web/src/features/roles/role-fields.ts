import { isPermission } from '@parley/contract/roles/permissions'
import type { Role, RoleWrite } from '@parley/contract/roles/roles'
import type { z } from 'zod'

export type RoleFields = z.input<typeof RoleWrite>

export const ROLES_PATH = '/admin/teams/roles'
export const rolePath = (id: number) => `${ROLES_PATH}/${id}/edit`

export const newRole: RoleFields = { name: '', description: '', permissions: [] }

export const fieldsOf = ({ name, description, permissions }: Role): RoleFields => ({
  name,
  description,
  permissions: permissions.filter(isPermission),
})
