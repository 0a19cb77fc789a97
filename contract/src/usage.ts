import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'

/** Counting goes no further: a list says "1,000+", and what needs more is counted for one thing alone (deletions.ts). */
export const mostUsage = 1000

/** How many conversations have it. A list apart from the things themselves, which every agent's picker needs at once. */
export const Usage = z.object({
  id,
  /** Exact up to `mostUsage`. */
  conversations: z.int().nonnegative(),
  conversations_is_minimum: z.boolean(),
})
export type Usage = z.infer<typeof Usage>

export const listTagUsage = endpoint({
  method: 'GET',
  path: '/api/v1/tags/usage',
  access: 'tags:manage',
  summary: 'How many conversations have each tag',
  tag: 'tags',
  response: z.array(Usage),
})
export const listStatusUsage = endpoint({
  method: 'GET',
  path: '/api/v1/statuses/usage',
  access: 'status:manage',
  summary: 'How many conversations have each status',
  tag: 'statuses',
  response: z.array(Usage),
})
