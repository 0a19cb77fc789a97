import { z } from 'zod'
import { Deletion } from './deletions.ts'
import { endpoint } from './endpoint.ts'
import { id, idParam, idParams } from './fields.ts'
import { Tag } from './lookups.ts'

const tag = 'tags'

/** The tag of the path goes away, and whatever had it has the other one. */
export const MergeTag = z.object({ into_id: id })

export const previewTagMerge = endpoint({
  method: 'GET',
  path: '/api/v1/tags/:id/merge',
  access: 'tags:manage',
  summary: 'What merging a tag into another one would change',
  tag,
  params: idParams,
  query: z.object({ into_id: idParam }),
  response: Deletion,
})
export const mergeTag = endpoint({
  method: 'POST',
  path: '/api/v1/tags/:id/merge',
  access: 'tags:manage',
  summary: 'Merge a tag into another one, which stays',
  tag,
  params: idParams,
  body: MergeTag,
  response: Tag,
})
