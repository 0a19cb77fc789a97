import { z } from 'zod'
import type { Permission } from '../roles/permissions.ts'
import { endpoint } from './endpoint.ts'
import { idParams } from './fields.ts'

/** What a deletion does to other objects, or what prevents it. */
export const deletionEffects = [
  /** Loses its agent or team, with a line in the timeline. */
  'open_conversations_unassigned',
  /** Loses its team, without a line in the timeline. */
  'closed_conversations_unassigned',
  'conversations_untagged',
  /** Kept, but can no longer be replied to from this inbox. */
  'conversations_kept',
  'replies_not_sent',
  'members_removed',
  'teams_left',
  'macros_deleted',
  'views_deleted',
  'api_keys_revoked',
  /** Effects of disabling an agent. */
  'conversations_stay_assigned',
  'sessions_ended',
  /** They fall back to the workspace's business hours. */
  'teams_without_hours',
  'teams_without_sla',
  /** They fall back to the default template. */
  'inboxes_without_template',
  /** They lose their SLA targets. */
  'conversations_without_sla',
  /** Stored values are kept, and reappear in a new attribute with the same key. */
  'conversation_values_hidden',
  'contact_values_hidden',
  /** Kept, but report that what they refer to is missing. */
  'rules_naming_it',
  /** Kept, but no longer notify this agent of deadlines. */
  'sla_policies_telling_it',
  /** Effects of merging a tag into another. */
  'conversations_retagged',
  'conversations_with_both',
  'macros_retagged',
  'views_retagged',
  'rules_retagged',
  /** Prevents the deletion. */
  'conversations_in_the_way',
  'agents_in_the_way',
] as const

/** A preview of a deletion, counted now; nothing is deleted (docs/spec/product-decisions.md#deletions). */
export const Deletion = z.object({
  /** Why it cannot be deleted, or null when it can. */
  refusal: z.string().nullable(),
  /** Only effects with a count above zero. */
  effects: z.array(
    z.object({
      effect: z.enum(deletionEffects),
      /** Exact up to 10,000. */
      count: z.int().positive(),
      count_is_minimum: z.boolean(),
    }),
  ),
})
export type Deletion = z.infer<typeof Deletion>

const deletionPreviewEndpoint = (kind: string, access: Permission) =>
  endpoint({
    method: 'GET',
    path: `/api/v1/${kind}/:id/deletion`,
    access,
    summary: 'Preview what deleting it would affect, and why it may be refused',
    tag: kind,
    params: idParams,
    response: Deletion,
  })

export const previewAgentDeletion = deletionPreviewEndpoint('agents', 'users:manage')
/** The same preview for disabling an agent without deleting them. */
export const previewAgentDisabling = endpoint({
  method: 'GET',
  path: '/api/v1/agents/:id/disabling',
  access: 'users:manage',
  summary: 'Preview what disabling an agent would affect, and why it may be refused',
  tag: 'agents',
  params: idParams,
  response: Deletion,
})
export const previewTeamDeletion = deletionPreviewEndpoint('teams', 'teams:manage')
export const previewRoleDeletion = deletionPreviewEndpoint('roles', 'roles:manage')
export const previewInboxDeletion = deletionPreviewEndpoint('inboxes', 'inboxes:manage')
export const previewStatusDeletion = deletionPreviewEndpoint('statuses', 'status:manage')
export const previewTagDeletion = deletionPreviewEndpoint('tags', 'tags:manage')
export const previewBusinessHoursDeletion = deletionPreviewEndpoint('business-hours', 'business_hours:manage')
export const previewSlaPolicyDeletion = deletionPreviewEndpoint('sla', 'sla:manage')
export const previewCustomAttributeDeletion = deletionPreviewEndpoint(
  'custom-attributes',
  'custom_attributes:manage',
)
export const previewTemplateDeletion = deletionPreviewEndpoint('templates', 'templates:manage')
