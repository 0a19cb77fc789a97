import { z } from 'zod'
import { changesTo } from '../shared/changes-schema.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, idParams, instant, nonEmptyLine } from '../shared/fields.ts'
import { Usage } from '../shared/usage-count.ts'

export const statusCategories = ['open', 'waiting', 'closed'] as const

export const StatusCategory = z.enum(statusCategories)
export type StatusCategory = z.infer<typeof StatusCategory>

export const Status = z.object({
  id,
  created_at: instant,
  name: z.string(),
  category: StatusCategory,
  /** Parley depends on it, so it can be neither changed nor deleted. */
  is_default: z.boolean(),
})
export type Status = z.infer<typeof Status>

/** Why this status cannot be deleted, or null when it can. */
export const statusDeletionRefusal = (name: string, conversations: number): string | null =>
  conversations === 0
    ? null
    : conversations === 1
      ? `One conversation has the status ${name}. Change its status first`
      : `${conversations} conversations have the status ${name}. Change their status first`
const statusBody = z.object({ name: nonEmptyLine(25) })

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
  summary: 'Get a status',
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
  body: statusBody.extend({ category: StatusCategory.default('open') }),
  response: Status,
})
export const updateStatus = endpoint({
  method: 'PUT',
  path: '/api/v1/statuses/:id',
  access: 'status:manage',
  summary: 'Rename a status',
  tag: 'statuses',
  params: idParams,
  body: changesTo(statusBody.extend({ category: StatusCategory.optional() })),
  response: Status,
})
export const deleteStatus = endpoint({
  method: 'DELETE',
  path: '/api/v1/statuses/:id',
  access: 'status:manage',
  summary: 'Delete a status that no conversation has',
  tag: 'statuses',
  params: idParams,
  response: acknowledgement,
})
export const listStatusUsage = endpoint({
  method: 'GET',
  path: '/api/v1/statuses/usage',
  access: 'status:manage',
  summary: 'How many conversations have each status',
  tag: 'statuses',
  response: z.array(Usage),
})
