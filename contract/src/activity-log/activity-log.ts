import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, instant, pageOf, pageQuery, sortQuery } from '../shared/fields.ts'

/** What administrators set up; each change of one is in the log. */
export const activityKinds = [
  'agent',
  'team',
  'role',
  'inbox',
  'settings',
  'status',
  'tag',
  'macro',
  'custom_attribute',
  'business_hours',
  'sla_policy',
  'template',
  'webhook',
  'oidc_provider',
  'automation',
  'ai_provider',
  'ai_prompt',
  'ai_budget',
] as const

export const ActivityLog = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  /** The old words for comings and goings (api-contract 5.13), else the event's own, such as `role.changed`. */
  activity_type: z.string(),
  /** One English sentence; our own client words it in the reader's language. */
  activity_description: z.string(),
  actor_id: id.nullable(),
  actor_name: z.string().nullable(),
  /** An operator is whoever ran a command on the server itself. */
  actor_kind: z.enum(['agent', 'api_key', 'contact', 'rule', 'system', 'operator']),
  target_model_type: z.string(),
  target_model_id: id.nullable(),
  /** Of what was deleted since, its last name where the entry tells it. */
  target_name: z.string().nullable(),
  /** Whether there is a page to open. */
  target_exists: z.boolean(),
  ip: z.string(),
  /** Before and after. Of secrets only that they changed. */
  changes: z.array(
    z.object({
      field: z.string(),
      before: z.unknown(),
      after: z.unknown(),
      /** Of ids what they stand for is called now. */
      before_name: z.string().nullish(),
      after_name: z.string().nullish(),
    }),
  ),
})
export type ActivityLog = z.infer<typeof ActivityLog>

const narrowing = {
  ...sortQuery(['created_at', 'activity_type', 'actor_id', 'ip']),
  /** JSON rows on activity_type, actor_id, ip, created_at and target_model_type. */
  filters: z.string().optional(),
}

const tag = 'activity-logs'
export const listActivityLogs = endpoint({
  method: 'GET',
  path: '/api/v1/activity-logs',
  access: 'activity_logs:manage',
  summary: 'What administrators changed, and who signed in and out, the newest first',
  tag,
  query: z.object({ ...pageQuery(30), ...narrowing, cursor: z.string().optional() }),
  response: pageOf(ActivityLog),
})
/** Answers the bytes without an envelope, as a download; the first 10,000 entries. */
export const exportActivityLogs = endpoint({
  method: 'GET',
  path: '/api/v1/activity-logs/export',
  access: 'activity_logs:manage',
  summary: 'The same as a CSV file',
  tag,
  query: z.object(narrowing),
  response: acknowledgement,
  raw_media_type: 'text/csv',
})
