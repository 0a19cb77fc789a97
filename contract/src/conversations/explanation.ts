import { z } from 'zod'
import { id } from '../shared/fields.ts'

/** The team's automatic assignment chose the agent. */
export const HandedOut = z.object({
  by: z.literal('assignment'),
  method: z.enum(['Round robin', 'Least busy']),
  team_id: id,
  team: z.string(),
  /** The members considered, in order, and why each was skipped, except the chosen one. */
  members: z.array(
    z.object({
      agent_id: id,
      agent: z.string(),
      /** Active conversations at that time. */
      load: z.int(),
      passed_over: z
        .enum([
          'chosen_before',
          'busier',
          'full',
          'away',
          'reassigning',
          'offline',
          'disabled',
          'may_not_reply',
          /** They were manually unassigned from this conversation. */
          'taken_off',
          'closed_hours',
        ])
        .nullable(),
    }),
  ),
})

/**
 * Why something happened automatically. It is stored with the activity line, and the client formats it on request. Names are as they were
 * at that time.
 */
export const Explanation = z.discriminatedUnion('by', [
  /** A rule did it. `run_id` is the run with its conditions and actions. */
  z.object({ by: z.literal('rule'), rule_id: id, rule: z.string(), run_id: id.nullable() }),
  HandedOut,
  /** The SLA policy changed, or a target was missed. */
  z.object({
    by: z.literal('sla'),
    reason: z.enum(['team', 'rule', 'hand', 'policy_changed', 'hours_changed', 'status_changed', 'due']),
    policy_id: id.nullable(),
    policy: z.string().nullable(),
  }),
  /** A survey followed from resolving the conversation. */
  z.object({ by: z.literal('csat'), inbox: z.string() }),
])
export type Explanation = z.infer<typeof Explanation>
