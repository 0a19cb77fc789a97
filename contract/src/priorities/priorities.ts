import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { id, instant } from '../shared/fields.ts'

export const Priority = z.object({ id, created_at: instant, name: z.string() })
export type Priority = z.infer<typeof Priority>
export const listPriorities = endpoint({
  method: 'GET',
  path: '/api/v1/priorities',
  access: 'agent',
  summary: 'List the priorities',
  tag: 'priorities',
  response: z.array(Priority),
})
