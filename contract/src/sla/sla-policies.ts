import { z } from 'zod'
import { changesTo } from '../shared/changes-schema.ts'
import { parseDurationMs } from '../shared/duration.ts'
import { endpoint } from '../shared/endpoint.ts'
import type { FieldProblem } from '../shared/errors.ts'
import { acknowledgement, idParams, nonEmptyLine } from '../shared/fields.ts'
import { slaMetrics } from './sla-metrics.ts'
import { SlaPolicy } from './sla-policy.ts'

const MINUTE = 60_000
/** The longest target allowed. */
const YEAR = 366 * 24 * 60 * MINUTE

const isDuration = (text: string): boolean => {
  const ms = parseDurationMs(text)
  return ms !== null && ms >= MINUTE && ms <= YEAR
}
const durationRefusal = 'Enter a time between one minute and one year, such as 30m or 4h'

/** "" and null mean no target. */
const target = z
  .string()
  .trim()
  .nullish()
  .transform((text) => text || null)
  .refine((text) => text === null || isDuration(text), { error: durationRefusal })

/** Recipients: the conversation's agent, all members of its team, or an agent by id. */
export const ASSIGNED_USER = 'assigned_user'
export const ASSIGNED_TEAM = 'assigned_team'
const Recipient = z
  .string()
  .regex(
    /^(assigned_user|assigned_team|[1-9]\d{0,14})$/,
    'A recipient must be assigned_user, assigned_team or the id of an agent',
  )

/** Who is notified of what, and when (docs/spec/wire.md#sla-policies). */
export const SlaNotice = z
  .object({
    type: z.enum(['warning', 'breach']),
    metric: z.enum([...slaMetrics, 'all']),
    time_delay_type: z.enum(['immediately', 'after', 'before']),
    time_delay: z
      .string()
      .trim()
      .nullish()
      .transform((text) => text ?? ''),
    recipients: z.array(Recipient).min(1, 'Choose recipients').max(100),
  })
  .refine(({ time_delay_type, time_delay }) => time_delay_type === 'immediately' || isDuration(time_delay), {
    path: ['time_delay'],
    error: durationRefusal,
  })
  .transform((notice) => (notice.time_delay_type === 'immediately' ? { ...notice, time_delay: '' } : notice))
export type SlaNotice = z.output<typeof SlaNotice>

export const SlaWrite = z
  .object({
    name: nonEmptyLine(140),
    description: z
      .string()
      .trim()
      .max(300)
      .nullish()
      .transform((text) => text ?? ''),
    first_response_time: target,
    next_response_time: target,
    resolution_time: target,
    notifications: z
      .array(SlaNotice)
      .max(50)
      .nullish()
      .transform((notices) => notices ?? []),
  })
  .superRefine((policy, { addIssue }) => {
    const problem = targetsProblem(policy)
    if (problem) addIssue({ code: 'custom', path: [problem.path], message: problem.message })
  })
export type SlaWrite = z.output<typeof SlaWrite>

type TargetDurations = Record<'first_response_time' | 'next_response_time' | 'resolution_time', string | null>

/** Why these three targets cannot be combined in one policy, or null. */
export function targetsProblem(targets: TargetDurations): FieldProblem | null {
  const { first_response_time: first, next_response_time: next, resolution_time: resolution } = targets
  if (!first && !next && !resolution)
    return { path: 'first_response_time', message: 'Set at least one target' }
  if (first && resolution && (parseDurationMs(first) ?? 0) > (parseDurationMs(resolution) ?? 0))
    return {
      path: 'resolution_time',
      message: 'The resolution target can’t be shorter than the first reply target',
    }
  return null
}

const tag = 'sla'
export const getSlaPolicy = endpoint({
  method: 'GET',
  path: '/api/v1/sla/:id',
  access: 'sla:manage',
  summary: 'Get an SLA policy',
  tag,
  params: idParams,
  response: SlaPolicy,
})
export const createSlaPolicy = endpoint({
  method: 'POST',
  path: '/api/v1/sla',
  access: 'sla:manage',
  summary: 'Create an SLA policy',
  tag,
  body: SlaWrite,
  response: SlaPolicy,
})
export const SlaChanges = changesTo(SlaWrite)
export const updateSlaPolicy = endpoint({
  method: 'PUT',
  path: '/api/v1/sla/:id',
  access: 'sla:manage',
  summary: 'Change an SLA policy',
  tag,
  params: idParams,
  body: SlaChanges,
  response: SlaPolicy,
})
export const deleteSlaPolicy = endpoint({
  method: 'DELETE',
  path: '/api/v1/sla/:id',
  access: 'sla:manage',
  summary: 'Delete an SLA policy; conversations and teams lose it',
  tag,
  params: idParams,
  response: acknowledgement,
})
