import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { id, instant } from '../shared/fields.ts'
import { slaMetrics } from './sla-metrics.ts'
import { SlaWrite } from './sla-policies.ts'

/** Only the newest conversations are simulated; the response says how many there were. */
export const MAX_SIMULATED = 5000
/** The most conversations listed that would have missed a target. */
export const MAX_LISTED = 50

const count = z.int().nonnegative()
/** The simulated results of one metric, and the actual ones for comparison. Durations are seconds of working time. */
export const SimulatedMetric = z.object({
  metric: z.enum(slaMetrics),
  met: count,
  breached: count,
  /** Neither met nor missed yet. */
  open: count,
  /** Time from start to completion, of completed ones: the median and the 90th percentile. */
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
  /** How many conversations were simulated, and how many were created in that period. */
  conversations: count,
  total: count,
  metrics,
  /** By current team; null for conversations without a team. Largest first. */
  teams: z.array(
    z.object({ team_id: id.nullable(), name: z.string().nullable(), conversations: count, metrics }),
  ),
  /** The number of conversations that would have missed a target, and the newest that the reader can see. */
  breached_conversations: count,
  breached: z.array(
    z.object({
      uuid: z.uuid(),
      reference_number: z.string(),
      subject: z.string().nullable(),
      metrics: z.array(z.enum(slaMetrics)),
      /** An actual target was missed as well. */
      actual: z.boolean(),
    }),
  ),
})
export type SlaSimulation = z.infer<typeof SlaSimulation>

export const simulateSla = endpoint({
  method: 'POST',
  path: '/api/v1/sla/simulate',
  access: 'sla:manage',
  summary: 'Simulate an SLA policy, saved or not, on recent conversations. Nothing is saved',
  tag: 'sla',
  body: z.object({
    policy: SlaWrite,
    days: z.union([z.literal(30), z.literal(90)], 'Choose 30 or 90 days'),
    /** The business hours to simulate. Defaults to those of each team, otherwise of the workspace. */
    business_hours_id: id.nullish(),
  }),
  response: SlaSimulation,
  supports_idempotency_key: false,
})
