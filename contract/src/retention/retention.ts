import { z } from 'zod'
import { changesTo } from '../shared/changes-schema.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, idParams, instant, nonEmptyLine } from '../shared/fields.ts'

export const retentionActions = ['delete', 'erase_bodies'] as const
export type RetentionAction = (typeof retentionActions)[number]

const ruleFields = {
  name: nonEmptyLine(140),
  enabled: z.boolean().default(true),
  /** Null for all inboxes. */
  inbox_ids: z.array(id).min(1, 'Choose at least one inbox, or all').nullable().default(null),
  /** Of the category closed. */
  status_ids: z.array(id).default([]),
  /** Conversations in spam and in the trash count from the day they were moved there. */
  include_spam: z.boolean().default(false),
  include_trash: z.boolean().default(false),
  /** Days since the last message or the last change to a closed status, whichever is later. */
  after_days: z.int().min(1).max(36_500),
  /** `erase_bodies` keeps who wrote when and to whom, and removes texts, files and original emails. */
  action: z.enum(retentionActions),
  /** Conversations with one of these tags are left alone. */
  exempt_tag_ids: z.array(id).default([]),
}
const ruleBody = z.object(ruleFields)

/** Which conversations a rule is about. */
export const RetentionScope = z.object({
  inbox_ids: ruleFields.inbox_ids,
  status_ids: ruleFields.status_ids,
  include_spam: ruleFields.include_spam,
  include_trash: ruleFields.include_trash,
  after_days: ruleFields.after_days,
  action: ruleFields.action,
  exempt_tag_ids: ruleFields.exempt_tag_ids,
})
export type RetentionScope = z.output<typeof RetentionScope>

export const RetentionRule = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  name: z.string(),
  enabled: z.boolean(),
  inbox_ids: z.array(id).nullable(),
  status_ids: z.array(id),
  include_spam: z.boolean(),
  include_trash: z.boolean(),
  after_days: z.int(),
  action: z.enum(retentionActions),
  exempt_tag_ids: z.array(id),
  /** A rule does nothing until it is confirmed; changing which conversations it is about takes that back. */
  confirmed_at: instant.nullable(),
})
export type RetentionRule = z.infer<typeof RetentionRule>

/** Why a rule can't be saved like this, or null. */
export const retentionScopeRefusal = (
  scope: Pick<RetentionScope, 'status_ids' | 'include_spam' | 'include_trash'>,
): string | null =>
  scope.status_ids.length > 0 || scope.include_spam || scope.include_trash
    ? null
    : 'Choose at least one status, spam or the trash'

export const RetentionPreview = z.object({
  conversations: z.int(),
  /** False if counting took too long: there are at least this many. */
  is_complete: z.boolean(),
  /** The last activity of the oldest one. */
  oldest_at: instant.nullable(),
  /** Files and original emails, estimated from some of them. */
  estimated_bytes: z.int(),
  /** The oldest ones. */
  sample: z.array(z.object({ uuid: z.uuid(), reference_number: z.string(), last_activity_at: instant })),
})
export type RetentionPreview = z.infer<typeof RetentionPreview>

export const RetentionRun = z.object({
  id,
  /** Null if the rule was deleted. */
  rule_id: id.nullable(),
  rule_name: z.string(),
  /** A dry run only counts. */
  kind: z.enum(['run', 'dry_run']),
  started_at: instant,
  finished_at: instant.nullable(),
  /** Why it ended early, or null. */
  stopped: z.string().nullable(),
  conversations: z.int(),
  messages: z.int(),
  files: z.int(),
  bytes: z.int(),
  /** Left for the next run, such as those with a reply that is being sent. */
  skipped: z.int(),
  by_inbox: z.array(z.object({ inbox_id: id, conversations: z.int() })),
})
export type RetentionRun = z.infer<typeof RetentionRun>

export const StorageUse = z.object({
  /** The day of the newest count; null if there hasn't been one. */
  day: z.iso.date().nullable(),
  inboxes: z.array(
    z.object({
      inbox_id: id,
      name: z.string(),
      conversations: z.int(),
      messages: z.int(),
      body_bytes: z.int(),
      files: z.int(),
      file_bytes: z.int(),
      emails: z.int(),
      email_bytes: z.int(),
    }),
  ),
  /** All inboxes together, oldest day first, at most 400 days. */
  history: z.array(z.object({ day: z.iso.date(), bytes: z.int() })),
})
export type StorageUse = z.infer<typeof StorageUse>

const tag = 'retention'
const access = 'data:manage'

export const listRetentionRules = endpoint({
  method: 'GET',
  path: '/api/v1/retention/rules',
  access,
  summary: 'List the retention rules by name',
  tag,
  response: z.array(RetentionRule),
})
export const getRetentionRule = endpoint({
  method: 'GET',
  path: '/api/v1/retention/rules/:id',
  access,
  summary: 'Get a retention rule',
  tag,
  params: idParams,
  response: RetentionRule,
})
export const createRetentionRule = endpoint({
  method: 'POST',
  path: '/api/v1/retention/rules',
  access,
  summary: 'Create a retention rule; it does nothing until it is confirmed',
  tag,
  body: ruleBody,
  response: RetentionRule,
})
export const updateRetentionRule = endpoint({
  method: 'PUT',
  path: '/api/v1/retention/rules/:id',
  access,
  summary: 'Change a retention rule',
  tag,
  params: idParams,
  body: changesTo(ruleBody),
  response: RetentionRule,
})
export const deleteRetentionRule = endpoint({
  method: 'DELETE',
  path: '/api/v1/retention/rules/:id',
  access,
  summary: 'Delete a retention rule; its runs stay in the log',
  tag,
  params: idParams,
  response: acknowledgement,
})
export const previewRetention = endpoint({
  method: 'POST',
  path: '/api/v1/retention/preview',
  access,
  summary: 'Preview which conversations a rule would be about today',
  tag,
  body: RetentionScope,
  response: RetentionPreview,
  supports_idempotency_key: false,
  counts_as_write: false,
})
export const confirmRetentionRule = endpoint({
  method: 'PUT',
  path: '/api/v1/retention/rules/:id/confirm',
  access,
  api_keys: 'never',
  summary: 'Confirm a retention rule: it runs within the hour, and then daily',
  tag,
  params: idParams,
  response: RetentionRule,
})
export const dryRunRetentionRule = endpoint({
  method: 'POST',
  path: '/api/v1/retention/rules/:id/dry-run',
  access,
  summary: 'Count in the background what a rule would do, without doing it',
  tag,
  params: idParams,
  response: RetentionRun,
})
export const listRetentionRuns = endpoint({
  method: 'GET',
  path: '/api/v1/retention/runs',
  access,
  summary: 'List runs and dry runs of retention rules, newest first, at most 200',
  tag,
  response: z.array(RetentionRun),
})
export const getStorageUse = endpoint({
  method: 'GET',
  path: '/api/v1/storage-use',
  access,
  summary: 'How much each inbox stores, as counted once a day',
  tag,
  response: StorageUse,
})
