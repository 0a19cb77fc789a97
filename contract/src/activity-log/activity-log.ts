import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, instant, pageOf, pageQuery, sortQuery } from '../shared/fields.ts'

/** What administrators configure. Every change is logged. */
export const activityKinds = [
  'agent',
  'team',
  'role',
  'inbox',
  'delivery',
  'settings',
  'status',
  'tag',
  'macro',
  'shared_view',
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
  'erasure',
  'contact_export',
  'retention_rule',
] as const

export const ActivityLog = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  /** The legacy names for signing in and out (docs/spec/wire.md#activity-log); otherwise the event's own type, such as `role.changed`. */
  activity_type: z.string(),
  /** One English sentence. Parley's own client formats its own, in the reader's language. */
  activity_description: z.string(),
  actor_id: id.nullable(),
  actor_name: z.string().nullable(),
  /** `operator` is someone who ran a command on the server itself. */
  actor_kind: z.enum(['agent', 'api_key', 'contact', 'rule', 'system', 'operator']),
  target_model_type: z.string(),
  target_model_id: id.nullable(),
  /** For an object deleted since: its last known name, if the entry has it. */
  target_name: z.string().nullable(),
  /** Whether the object still has a page to link to. */
  target_exists: z.boolean(),
  ip: z.string(),
  /** The values before and after. For secrets, only the fact that they changed. */
  changes: z.array(
    z.object({
      field: z.string(),
      before: z.unknown(),
      after: z.unknown(),
      /** For ids: the current name of the object they refer to. */
      before_name: z.string().nullish(),
      after_name: z.string().nullish(),
    }),
  ),
})
export type ActivityLog = z.infer<typeof ActivityLog>

const narrowing = {
  ...sortQuery(['created_at', 'activity_type', 'actor_id', 'ip']),
  /** JSON filter rows on activity_type, actor_id, ip, created_at and target_model_type. */
  filters: z.string().optional(),
}

const tag = 'activity-logs'
export const listActivityLogs = endpoint({
  method: 'GET',
  path: '/api/v1/activity-logs',
  access: 'activity_logs:manage',
  summary: 'List the activity log: what administrators changed, and who signed in and out, newest first',
  tag,
  query: z.object({ ...pageQuery(30), ...narrowing, cursor: z.string().optional() }),
  response: pageOf(ActivityLog),
})
/** Returns a file download without an envelope, limited to the first 10,000 entries. */
export const exportActivityLogs = endpoint({
  method: 'GET',
  path: '/api/v1/activity-logs/export',
  access: 'activity_logs:manage',
  summary: 'Export the activity log as CSV',
  tag,
  query: z.object(narrowing),
  response: acknowledgement,
  raw_media_type: 'text/csv',
})
