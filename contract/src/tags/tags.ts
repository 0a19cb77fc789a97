import { z } from 'zod'
import { changesTo } from '../shared/changes-schema.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, idParams, instant, nonEmptyLine } from '../shared/fields.ts'
import { Usage } from '../shared/usage-count.ts'

export const Tag = z.object({ id, created_at: instant, updated_at: instant, name: z.string() })
export type Tag = z.infer<typeof Tag>
const tagBody = z.object({ name: nonEmptyLine(140) })

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
  summary: 'Get a tag',
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
  body: tagBody,
  response: Tag,
})
export const updateTag = endpoint({
  method: 'PUT',
  path: '/api/v1/tags/:id',
  access: 'tags:manage',
  summary: 'Rename a tag',
  tag: 'tags',
  params: idParams,
  body: changesTo(tagBody),
  response: Tag,
})
export const deleteTag = endpoint({
  method: 'DELETE',
  path: '/api/v1/tags/:id',
  access: 'tags:manage',
  summary: 'Delete a tag; conversations lose it',
  tag: 'tags',
  params: idParams,
  response: acknowledgement,
})
export const listTagUsage = endpoint({
  method: 'GET',
  path: '/api/v1/tags/usage',
  access: 'tags:manage',
  summary: 'How many conversations have each tag',
  tag: 'tags',
  response: z.array(Usage),
})
