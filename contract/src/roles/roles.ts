import { z } from 'zod'
import { changesTo } from '../shared/changes-schema.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, idParams, instant, nonEmptyLine } from '../shared/fields.ts'

export const Role = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  name: z.string(),
  description: z.string(),
  permissions: z.array(z.string()),
})
export type Role = z.infer<typeof Role>

export const RoleWrite = z.object({
  name: nonEmptyLine(50),
  description: z
    .string()
    .trim()
    .max(300)
    .nullish()
    .transform((text) => text ?? ''),
  permissions: z.array(z.string()).min(1, 'Choose at least one permission'),
})

/** Why this role cannot be deleted, naming up to five agents who would lose their permissions; null if no one has it. */
export const roleDeletionRefusal = (name: string, holders: readonly string[]): string | null => {
  if (holders.length === 0) return null
  const names = holders.slice(0, 5).join(', ')
  const suffix = holders.length > 5 ? ` and ${holders.length - 5} more` : ''
  return `${names}${suffix} ${holders.length === 1 ? 'has' : 'have'} the role ${name}. Assign them another role first`
}

const tag = 'roles'
export const listRoles = endpoint({
  method: 'GET',
  path: '/api/v1/roles',
  access: 'agent',
  summary: 'List the roles',
  tag,
  response: z.array(Role),
})
export const getRole = endpoint({
  method: 'GET',
  path: '/api/v1/roles/:id',
  access: 'roles:manage',
  summary: 'Get a role',
  tag,
  params: idParams,
  response: Role,
})
export const createRole = endpoint({
  method: 'POST',
  path: '/api/v1/roles',
  access: 'roles:manage',
  summary: 'Create a role',
  tag,
  body: RoleWrite,
  response: Role,
})
export const RoleChanges = changesTo(
  RoleWrite.extend({
    /**
     * The permissions that the caller's form can show; the role keeps all others. If omitted, permissions that older
     * clients don't know are kept.
     */
    shown_permissions: z.array(z.string()),
  }),
)
export const updateRole = endpoint({
  method: 'PUT',
  path: '/api/v1/roles/:id',
  access: 'roles:manage',
  summary: 'Change a role',
  tag,
  params: idParams,
  body: RoleChanges,
  response: Role,
})
export const deleteRole = endpoint({
  method: 'DELETE',
  path: '/api/v1/roles/:id',
  access: 'roles:manage',
  summary: 'Delete a role',
  tag,
  params: idParams,
  response: acknowledgement,
})
