import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { id, instant } from '../shared/fields.ts'

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
export const listSlaPolicies = endpoint({
  method: 'GET',
  path: '/api/v1/sla',
  access: 'sla:manage',
  summary: 'List the SLA policies',
  tag: 'sla',
  response: z.array(SlaPolicy),
})
