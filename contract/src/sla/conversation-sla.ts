import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, instant, uuidParams } from '../shared/fields.ts'
import { slaMetrics } from './sla-metrics.ts'

/** One promise of a conversation. Without `due_at` there is no instant at which it runs out: it waits, or was closed. */
export const SlaTarget = z.object({
  metric: z.enum(slaMetrics),
  /** Open time, such as `4h`. */
  promised: z.string(),
  /** When it began: with the conversation, or with the customer's message that wants an answer. */
  started_at: instant,
  due_at: instant.nullable(),
  /** When it was done, in time or late. */
  met_at: instant.nullable(),
  /** When it ran out. */
  breached_at: instant.nullable(),
  /** Open milliseconds that are left while it waits; null otherwise. */
  left_ms: z.number().nullable(),
})
export type SlaTarget = z.infer<typeof SlaTarget>

/** What is promised for a conversation, and why. */
export const ConversationSla = z.object({
  policy: z.object({ id: id.nullable(), name: z.string() }),
  applied_at: instant,
  /** The team's policy, a rule's choice, or somebody's. */
  reason: z.enum(['team', 'rule', 'hand']),
  /** Who chose it by hand. */
  applied_by: z.string().nullable(),
  calendar: z.object({
    /** Whose hours count. */
    of: z.enum(['team', 'workspace']),
    /** Their name; null when there are none, and all time counts. */
    hours: z.string().nullable(),
    time_zone: z.string(),
  }),
  /** Clocks stand still while it waits or is closed. */
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
  summary: 'List the SLA policies by name, for choosing one',
  tag,
  response: z.array(SlaPolicyCompact),
})
export const getConversationSla = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/sla',
  access: 'conversations:read',
  summary: 'What is promised for a conversation and how it stands; null when nothing is',
  tag,
  params: uuidParams,
  response: ConversationSla.nullable(),
})
export const setConversationSla = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/sla',
  access: 'conversations:update_priority',
  summary: 'Choose the SLA policy of a conversation; null takes it off',
  tag,
  params: uuidParams,
  nulls: 'refused',
  body: z.object({ sla_policy_id: id.nullable() }),
  response: acknowledgement,
})
