import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { id, instant } from '../shared/fields.ts'
import { slaMetrics } from './sla-metrics.ts'
import { SlaWrite } from './sla-policies.ts'

/** The newest that are looked at; what began before them in the time asked for is left out and said. */
export const MAX_SIMULATED = 5000
/** Of those whose promise would have been broken. */
export const MAX_LISTED = 50

const count = z.int().nonnegative()
/** What would have become of a promise, and beside it what became of the one that was in force. Times in seconds of working time. */
export const SimulatedMetric = z.object({
  metric: z.enum(slaMetrics),
  met: count,
  breached: count,
  /** Neither yet. */
  open: count,
  /** From beginning to done, of those that were done: half took at most this long, and nine of ten. */
  median: count.nullable(),
  p90: count.nullable(),
  actual_met: count,
  actual_breached: count,
})
export type SimulatedMetric = z.infer<typeof SimulatedMetric>

const metrics = z.array(SimulatedMetric)
export const SlaSimulation = z.object({
  from: instant,
  until: instant,
  /** How many conversations were looked at, and how many began in that time. */
  conversations: count,
  total: count,
  metrics,
  /** By the team that has them now; null is those of no team. The most first. */
  teams: z.array(
    z.object({ team_id: id.nullable(), name: z.string().nullable(), conversations: count, metrics }),
  ),
  /** How many would have had a broken promise, and the newest of them that the reader may see. */
  breached_conversations: count,
  breached: z.array(
    z.object({
      uuid: z.uuid(),
      reference_number: z.string(),
      subject: z.string().nullable(),
      metrics: z.array(z.enum(slaMetrics)),
      /** A promise that was in force was broken as well. */
      actual: z.boolean(),
    }),
  ),
})
export type SlaSimulation = z.infer<typeof SlaSimulation>

export const simulateSla = endpoint({
  method: 'POST',
  path: '/api/v1/sla/simulate',
  access: 'sla:manage',
  summary: 'What would have become of a policy, saved or not, had it been in force lately. Nothing is stored',
  tag: 'sla',
  body: z.object({
    policy: SlaWrite,
    days: z.union([z.literal(30), z.literal(90)], 'Choose 30 or 90 days'),
    /** By these hours; those of each team, else of the workspace, when left out. */
    business_hours_id: id.nullish(),
  }),
  response: SlaSimulation,
  supports_idempotency_key: false,
})
