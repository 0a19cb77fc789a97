import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { id, idParam, instant, uuidParams, wholeNumber } from '../shared/fields.ts'
import { Explanation } from './explanation.ts'

/** Who did it. `name` is null where the kind says it all, or where nobody is left to name. */
export const TrailActor = z.object({
  kind: z.enum(['agent', 'api_key', 'contact', 'rule', 'system']),
  id: id.nullable(),
  /** Of an agent, a contact, or the agent whose API key it was; of a rule its own. */
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

/** One field, before and after, with names in the place of ids. */
export const TrailChange = z.object({
  field: z.enum(trailFields),
  /** The name of the custom attribute. */
  attribute: z.string().nullable(),
  before: TrailValue,
  after: TrailValue,
})
export type TrailChange = z.infer<typeof TrailChange>

/** One fact about a conversation: who, when, what, and in whose name. Never what a message says. */
export const TrailStep = z.object({
  id,
  at: instant,
  /** `object.verb`, past tense; new ones may come. */
  type: z.string(),
  actor: TrailActor,
  changes: z.array(TrailChange),
  /** Of a macro or rule that the fact is about. */
  name: z.string().nullable(),
  /** Of a message: a note, a reply, a mail. */
  message: z.enum(['note', 'reply', 'mail']).nullable(),
  /** Messages and activity lines that came of it. */
  message_ids: z.array(id),
  /** Set when nobody did it by hand and its activity line knows the reason. */
  why: Explanation.nullable(),
  /** How many steps lie between this and the first cause. */
  depth: z.int(),
})
export type TrailStep = z.infer<typeof TrailStep>

/** A step with what led to it, the nearest cause first. */
export const TrailEntry = TrailStep.extend({ because: z.array(TrailStep) })
export type TrailEntry = z.infer<typeof TrailEntry>

export const listConversationEvents = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/events',
  access: 'conversations:read',
  summary: 'Who or what made each change of a conversation, newest first',
  tag: 'conversations',
  params: uuidParams,
  query: z.object({
    /** Older than this event; `next_cursor` of the page before. */
    cursor: idParam.optional(),
    /** Begin with the event that this message or activity line came of. */
    message_id: idParam.optional(),
    page_size: wholeNumber(1, 100).default(25),
  }),
  response: z.object({ results: z.array(TrailEntry), next_cursor: z.string().nullable() }),
})
