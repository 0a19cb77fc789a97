import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { instant } from '../shared/fields.ts'

const tag = 'health'
export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  access: 'public',
  summary: 'Whether the server and its database respond',
  tag,
  response: z.literal(true),
})

export const partStates = ['ok', 'degraded', 'down'] as const
export type PartState = (typeof partStates)[number]

/** One part of the server. `name` is an open set: later versions may report more parts. */
export const ReadinessPart = z.object({
  name: z.string(),
  state: z.enum(partStates),
  /** When it entered this state, as observed by this process. */
  since: instant,
  /** The current problem, as a sentence for administrators. */
  message: z.string(),
})
export type ReadinessPart = z.infer<typeof ReadinessPart>

export const Readiness = z.object({
  /** `down`: nothing can be processed or stored. `degraded`: some part needs attention. */
  status: z.enum(partStates),
  /** Only for administrators, by session or API key. */
  parts: z.array(ReadinessPart).optional(),
})
export type Readiness = z.infer<typeof Readiness>

/** Returns HTTP 200 while the server can work, even if some part is degraded, and 503 when its status is `down`. */
export const getReadiness = endpoint({
  method: 'GET',
  path: '/health/ready',
  access: 'public',
  summary: 'Whether the server is ready; for administrators, the state of each part and since when',
  tag,
  response: Readiness,
  other_statuses: { 503: 'The server can’t do its work: `status` is `down`' },
})
