import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, instant, uuidParams } from '../shared/fields.ts'
import { slaMetrics } from './sla-metrics.ts'

/** One SLA target of a conversation. `due_at` is null while it is paused or after the conversation was closed. */
export const SlaTarget = z.object({
  metric: z.enum(slaMetrics),
  /** Time within business hours, such as `4h`. */
  promised: z.string(),
  /** When it started: with the conversation, or with the customer message that needs a reply. */
  started_at: instant,
  due_at: instant.nullable(),
  /** When it was met, on time or late. */
  met_at: instant.nullable(),
  /** When it was missed. */
  breached_at: instant.nullable(),
  /** Remaining open milliseconds while paused; otherwise null. */
  left_ms: z.number().nullable(),
})
export type SlaTarget = z.infer<typeof SlaTarget>

/** The SLA targets of a conversation, and where they come from. */
export const ConversationSla = z.object({
  policy: z.object({ id: id.nullable(), name: z.string() }),
  applied_at: instant,
  /** Set by the team's policy, by a rule, or manually. */
  reason: z.enum(['team', 'rule', 'hand']),
  /** Who set it manually. */
  applied_by: z.string().nullable(),
  calendar: z.object({
    /** Whose business hours apply. */
    of: z.enum(['team', 'workspace']),
    /** The name of the business hours; null if there are none and all time counts. */
    hours: z.string().nullable(),
    time_zone: z.string(),
  }),
  /** Targets are paused while the conversation is waiting or closed. */
  state: z.enum(['running', 'waiting', 'closed']),
  targets: z.array(SlaTarget),
})
export type ConversationSla = z.infer<typeof ConversationSla>

export const SlaPolicyCompact = z.object({ id, name: z.string() })
export type SlaPolicyCompact = z.infer<typeof SlaPolicyCompact>

const tag = 'sla'
export const listSlaPoliciesCompact = endpoint({
  method: 'GET',
  path: '/api/v1/sla/compact',
  access: 'agent',
  summary: 'List the SLA policies by name, for pickers',
  tag,
  response: z.array(SlaPolicyCompact),
})
export const getConversationSla = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/sla',
  access: 'conversations:read',
  summary: 'The SLA targets of a conversation and their state; null without an SLA policy',
  tag,
  params: uuidParams,
  response: ConversationSla.nullable(),
})
export const setConversationSla = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/sla',
  access: 'conversations:update_priority',
  summary: 'Set the SLA policy of a conversation; null removes it',
  tag,
  params: uuidParams,
  nulls: 'refused',
  body: z.object({ sla_policy_id: id.nullable() }),
  response: acknowledgement,
})
