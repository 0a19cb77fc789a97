import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { id, instant, uuidParams } from '../shared/fields.ts'

/** A satisfaction survey and its answer. The survey link belongs to the customer and is never returned by the API. */
export const Survey = z.object({
  id,
  sent_at: instant,
  /** A first answer is not accepted after this. */
  expires_at: instant,
  /** 1 (terrible) to 5 (excellent); null until answered. */
  rating: z.int().min(1).max(5).nullable(),
  comment: z.string().nullable(),
  answered_at: instant.nullable(),
  /** When the customer last changed the answer. */
  changed_at: instant.nullable(),
  /** The assignee and team at the time it was sent. */
  agent_id: id.nullable(),
  agent: z.string().nullable(),
  team_id: id.nullable(),
  team: z.string().nullable(),
})
export type Survey = z.infer<typeof Survey>

/** Longer comments are truncated; in bytes (docs/spec/wire.md#satisfaction-surveys). */
export const maxCommentBytes = 1000

/** How long after the first answer the customer can change it, in milliseconds. */
export const ratingChangeWindow_ms = 24 * 3_600_000

export const listSurveys = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/csat',
  access: 'messages:read',
  summary: 'List the satisfaction surveys of a conversation, newest first',
  tag: 'conversations',
  params: uuidParams,
  response: z.array(Survey),
})

export const getSurveyRefusal = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/csat/refusal',
  access: 'messages:read',
  summary: 'Why no survey was sent after the conversation was resolved',
  tag: 'conversations',
  params: uuidParams,
  /** `reason`: a sentence; null if a survey was sent, will be sent shortly, or is not enabled. */
  response: z.object({ reason: z.string().nullable() }),
})
