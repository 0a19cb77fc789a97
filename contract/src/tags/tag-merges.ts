import { z } from 'zod'
import { Deletion } from '../shared/deletion-previews.ts'
import { endpoint } from '../shared/endpoint.ts'
import { id, idParam, idParams } from '../shared/fields.ts'
import { Tag } from './tags.ts'

const tag = 'tags'

/** The tag in the path is deleted, and everything that had it gets the other one. */
export const MergeTag = z.object({ into_id: id })

export const previewTagMerge = endpoint({
  method: 'GET',
  path: '/api/v1/tags/:id/merge',
  access: 'tags:manage',
  summary: 'Preview what merging a tag into another one would change',
  tag,
  params: idParams,
  query: z.object({ into_id: idParam }),
  response: Deletion,
})
export const mergeTag = endpoint({
  method: 'POST',
  path: '/api/v1/tags/:id/merge',
  access: 'tags:manage',
  summary: 'Merge a tag into another one, which is kept',
  tag,
  params: idParams,
  body: MergeTag,
  response: Tag,
})
