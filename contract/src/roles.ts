import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, instant, label } from './fields.ts'

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
  name: label(50),
  description: z
    .string()
    .trim()
    .max(300)
    .nullish()
    .transform((text) => text ?? ''),
  permissions: z.array(z.string()),
})

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
  summary: 'One role',
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
export const updateRole = endpoint({
  method: 'PUT',
  path: '/api/v1/roles/:id',
  access: 'roles:manage',
  summary: 'Change a role',
  tag,
  params: idParams,
  body: RoleWrite,
  response: Role,
})
export const deleteRole = endpoint({
  method: 'DELETE',
  path: '/api/v1/roles/:id',
  access: 'roles:manage',
  summary: 'Delete a role',
  tag,
  params: idParams,
  response: done,
})
