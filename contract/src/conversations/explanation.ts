import { z } from 'zod'
import { id } from '../shared/fields.ts'

/** The team's way of handing out conversations chose the agent. */
export const HandedOut = z.object({
  by: z.literal('assignment'),
  method: z.enum(['Round robin', 'Least busy']),
  team_id: id,
  team: z.string(),
  /** Members who were looked at, in order, and why each but the chosen one was passed over. */
  members: z.array(
    z.object({
      agent_id: id,
      agent: z.string(),
      /** Active conversations that they had. */
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
          /** Somebody took them off this very conversation by hand. */
          'taken_off',
          'closed_hours',
        ])
        .nullable(),
    }),
  ),
})

/**
 * Why something happened by itself. It is stored with the activity line of what happened, and the screen words it on request; names are as
 * they were at that moment.
 */
export const Explanation = z.discriminatedUnion('by', [
  /** A rule did it; `run_id` is the run with its conditions, action by action. */
  z.object({ by: z.literal('rule'), rule_id: id, rule: z.string(), run_id: id.nullable() }),
  HandedOut,
  /** The service promise changed or ran out. */
  z.object({
    by: z.literal('sla'),
    reason: z.enum(['team', 'rule', 'hand', 'policy_changed', 'hours_changed', 'status_changed', 'due']),
    policy_id: id.nullable(),
    policy: z.string().nullable(),
  }),
  /** A survey followed from resolving. */
  z.object({ by: z.literal('csat'), inbox: z.string() }),
])
export type Explanation = z.infer<typeof Explanation>
