import { z } from 'zod'
import { changesTo } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, instant, label } from './fields.ts'

export const statusCategories = ['open', 'waiting', 'closed'] as const
export const StatusCategory = z.enum(statusCategories)
export type StatusCategory = z.infer<typeof StatusCategory>

export const Status = z.object({
  id,
  created_at: instant,
  name: z.string(),
  category: StatusCategory,
  /** Parley itself relies on it: it can be neither changed nor deleted. */
  is_default: z.boolean(),
})
export type Status = z.infer<typeof Status>

/** Why this status cannot be deleted, or null when it can. */
export const statusDeletionRefusal = (name: string, conversations: number): string | null =>
  conversations === 0
    ? null
    : conversations === 1
      ? `One conversation has the status ${name}. Give it another one first`
      : `${conversations} conversations have the status ${name}. Give them another one first`

export const Priority = z.object({ id, created_at: instant, name: z.string() })
export type Priority = z.infer<typeof Priority>

export const Tag = z.object({ id, created_at: instant, updated_at: instant, name: z.string() })
export type Tag = z.infer<typeof Tag>

export const SlaPolicy = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  name: z.string(),
  description: z.string(),
  first_response_time: z.string().nullable(),
  next_response_time: z.string().nullable(),
  resolution_time: z.string().nullable(),
  notifications: z.array(z.unknown()).nullable(),
})
export type SlaPolicy = z.infer<typeof SlaPolicy>

const nameBody = (max: number) => z.object({ name: label(max) })

export const listStatuses = endpoint({
  method: 'GET',
  path: '/api/v1/statuses',
  access: 'agent',
  summary: 'List the statuses',
  tag: 'statuses',
  response: z.array(Status),
})
export const getStatus = endpoint({
  method: 'GET',
  path: '/api/v1/statuses/:id',
  access: 'agent',
  summary: 'One status',
  tag: 'statuses',
  params: idParams,
  response: Status,
})
export const createStatus = endpoint({
  method: 'POST',
  path: '/api/v1/statuses',
  access: 'status:manage',
  summary: 'Create a status',
  tag: 'statuses',
  body: nameBody(25).extend({ category: StatusCategory.default('open') }),
  response: Status,
})
export const updateStatus = endpoint({
  method: 'PUT',
  path: '/api/v1/statuses/:id',
  access: 'status:manage',
  summary: 'Rename a status',
  tag: 'statuses',
  params: idParams,
  body: changesTo(nameBody(25).extend({ category: StatusCategory.optional() })),
  response: Status,
})
export const deleteStatus = endpoint({
  method: 'DELETE',
  path: '/api/v1/statuses/:id',
  access: 'status:manage',
  summary: 'Delete a status that no conversation has',
  tag: 'statuses',
  params: idParams,
  response: done,
})
export const listPriorities = endpoint({
  method: 'GET',
  path: '/api/v1/priorities',
  access: 'agent',
  summary: 'List the priorities',
  tag: 'priorities',
  response: z.array(Priority),
})
export const listTags = endpoint({
  method: 'GET',
  path: '/api/v1/tags',
  access: 'agent',
  summary: 'List the tags',
  tag: 'tags',
  response: z.array(Tag),
})
export const getTag = endpoint({
  method: 'GET',
  path: '/api/v1/tags/:id',
  access: 'agent',
  summary: 'One tag',
  tag: 'tags',
  params: idParams,
  response: Tag,
})
export const createTag = endpoint({
  method: 'POST',
  path: '/api/v1/tags',
  access: 'tags:manage',
  summary: 'Create a tag',
  tag: 'tags',
  body: nameBody(140),
  response: Tag,
})
export const updateTag = endpoint({
  method: 'PUT',
  path: '/api/v1/tags/:id',
  access: 'tags:manage',
  summary: 'Rename a tag',
  tag: 'tags',
  params: idParams,
  body: changesTo(nameBody(140)),
  response: Tag,
})
export const deleteTag = endpoint({
  method: 'DELETE',
  path: '/api/v1/tags/:id',
  access: 'tags:manage',
  summary: 'Delete a tag; conversations lose it',
  tag: 'tags',
  params: idParams,
  response: done,
})
export const listSlaPolicies = endpoint({
  method: 'GET',
  path: '/api/v1/sla',
  access: 'sla:manage',
  summary: 'List the SLA policies',
  tag: 'sla',
  response: z.array(SlaPolicy),
})
