import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { id, instant, uuidParams } from '../shared/fields.ts'

/** A question to the customer, and what they answered. Its link is the customer's alone and is nowhere on the wire. */
export const Survey = z.object({
  id,
  sent_at: instant,
  /** No first answer is taken after this. */
  expires_at: instant,
  /** 1 (terrible) to 5 (excellent); null until there is an answer. */
  rating: z.int().min(1).max(5).nullable(),
  comment: z.string().nullable(),
  answered_at: instant.nullable(),
  /** When the customer last changed their mind. */
  changed_at: instant.nullable(),
  /** Who had the conversation when it was sent. */
  agent_id: id.nullable(),
  agent: z.string().nullable(),
  team_id: id.nullable(),
  team: z.string().nullable(),
})
export type Survey = z.infer<typeof Survey>

/** A comment longer than this is cut, in bytes (api-contract 4.26). */
export const maxCommentBytes = 1000

/** So long after the first answer the customer may change it, in milliseconds. */
export const ratingChangeWindow_ms = 24 * 3_600_000

export const listSurveys = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/csat',
  access: 'messages:read',
  summary: 'How the customer rated the help, the newest survey first',
  tag: 'conversations',
  params: uuidParams,
  response: z.array(Survey),
})

export const getSurveyRefusal = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/csat/refusal',
  access: 'messages:read',
  summary: 'Why the customer was not asked after the conversation was resolved',
  tag: 'conversations',
  params: uuidParams,
  /** `reason`: a sentence; null when they were, will be in a moment, or nobody wants to know. */
  response: z.object({ reason: z.string().nullable() }),
})
