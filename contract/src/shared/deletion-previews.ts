import { z } from 'zod'
import type { Permission } from '../roles/permissions.ts'
import { endpoint } from './endpoint.ts'
import { idParams } from './fields.ts'

/** What a deletion does to other things, or what stands in its way. */
export const deletionEffects = [
  /** They lose their agent or team, with a line in the timeline. */
  'open_conversations_unassigned',
  /** They lose their team without a line. */
  'closed_conversations_unassigned',
  'conversations_untagged',
  /** They stay, and can no longer be answered from this inbox. */
  'conversations_kept',
  'replies_not_sent',
  'members_removed',
  'teams_left',
  'macros_deleted',
  'api_keys_revoked',
  /** Of disabling an agent. */
  'conversations_stay_assigned',
  'sessions_ended',
  /** They work by the hours of the workspace. */
  'teams_without_hours',
  'teams_without_sla',
  /** They lose their deadlines with it. */
  'conversations_without_sla',
  /** Values stay stored, and an attribute with the same key shows them again. */
  'conversation_values_hidden',
  'contact_values_hidden',
  /** They stay, and say that what they name is gone. */
  'rules_naming_it',
  /** They stay, and what they say about deadlines no longer reaches this agent. */
  'sla_policies_telling_it',
  /** Of merging a tag into another one. */
  'conversations_retagged',
  'conversations_with_both',
  'macros_retagged',
  'views_retagged',
  'rules_retagged',
  /** These refuse the deletion. */
  'conversations_in_the_way',
  'agents_in_the_way',
] as const

/** What deleting something would do, counted now; nothing is done (product-decisions 25). */
export const Deletion = z.object({
  /** Why it cannot be deleted, or null when it can. */
  refusal: z.string().nullable(),
  /** Only what there is. */
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
    summary: 'What deleting it would affect, and why it may be refused',
    tag: kind,
    params: idParams,
    response: Deletion,
  })

export const previewAgentDeletion = deletionPreviewEndpoint('agents', 'users:manage')
/** The same for taking somebody's access away without deleting them. */
export const previewAgentDisabling = endpoint({
  method: 'GET',
  path: '/api/v1/agents/:id/disabling',
  access: 'users:manage',
  summary: 'What disabling an agent would affect, and why it may be refused',
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
