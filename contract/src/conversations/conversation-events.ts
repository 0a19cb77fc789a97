import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { id, idParam, instant, uuidParams, wholeNumber } from '../shared/fields.ts'
import { Explanation } from './explanation.ts'

/** Who did it. `name` is null if the kind says enough, or if the actor no longer exists. */
export const TrailActor = z.object({
  kind: z.enum(['agent', 'api_key', 'contact', 'rule', 'system']),
  id: id.nullable(),
  /** The name of the agent, contact or rule, or of the agent whose API key it was. */
  name: z.string().nullable(),
})

export const trailFields = [
  'status',
  'snoozed_until',
  'priority',
  'assigned_user',
  'assigned_team',
  'tags',
  'subject',
  'contact',
  'inbox',
  'sla_policy',
  'delivery',
  'custom_attribute',
  'contact_attribute',
] as const

const TrailValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])

/** One field before and after, with names instead of ids. */
export const TrailChange = z.object({
  field: z.enum(trailFields),
  /** The name of the custom attribute. */
  attribute: z.string().nullable(),
  before: TrailValue,
  after: TrailValue,
})
export type TrailChange = z.infer<typeof TrailChange>

/** One recorded change of a conversation: who, when, what, and on whose behalf. Never includes message content. */
export const TrailStep = z.object({
  id,
  at: instant,
  /** `object.verb` in the past tense. New types may be added. */
  type: z.string(),
  actor: TrailActor,
  changes: z.array(TrailChange),
  /** The name of the macro or rule, if the step is about one. */
  name: z.string().nullable(),
  /** For messages: note, reply or email. */
  message: z.enum(['note', 'reply', 'mail']).nullable(),
  /** The messages and activity lines that resulted from it. */
  message_ids: z.array(id),
  /** Set for automatic changes whose activity line has the reason. */
  why: Explanation.nullable(),
  /** The step undid an earlier one. */
  undo: z.boolean().optional(),
  /** The number of steps between this one and its root cause. */
  depth: z.int(),
})
export type TrailStep = z.infer<typeof TrailStep>

/** A step with the steps that led to it, nearest cause first. */
export const TrailEntry = TrailStep.extend({ because: z.array(TrailStep) })
export type TrailEntry = z.infer<typeof TrailEntry>

export const listConversationEvents = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/events',
  access: 'conversations:read',
  summary: 'List who or what made each change to a conversation, newest first',
  tag: 'conversations',
  params: uuidParams,
  query: z.object({
    /** Returns events older than this one; `next_cursor` of the previous page. */
    cursor: idParam.optional(),
    /** Start with the event that produced this message or activity line. */
    message_id: idParam.optional(),
    page_size: wholeNumber(1, 100).default(25),
  }),
  response: z.object({ results: z.array(TrailEntry), next_cursor: z.string().nullable() }),
})
