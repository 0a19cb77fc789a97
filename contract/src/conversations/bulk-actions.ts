import { z } from 'zod'
import type { Permission } from '../roles/permissions.ts'
import { endpoint } from '../shared/endpoint.ts'
import { id } from '../shared/fields.ts'

export const maxBulkConversations = 200

const tagNames = z.array(z.string().trim().min(1)).min(1, 'Choose at least one tag').max(50)

/** One action applied to each of several conversations, with the same field names as the single calls. */
export const BulkAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('assign_user'), assignee_id: id.nullable() }),
  z.object({ type: z.literal('assign_team'), assignee_id: id.nullable() }),
  z.object({
    type: z.literal('set_status'),
    status: z.string().min(1, 'Choose a status'),
    snoozed_until: z.string().nullish(),
  }),
  z.object({ type: z.literal('set_priority'), priority: z.string().min(1, 'Choose a priority').nullable() }),
  z.object({ type: z.literal('add_tags'), tags: tagNames }),
  z.object({ type: z.literal('remove_tags'), tags: tagNames }),
  z.object({ type: z.literal('mark_seen') }),
  z.object({ type: z.literal('mark_unread') }),
  z.object({ type: z.literal('follow') }),
  z.object({ type: z.literal('unfollow') }),
  z.object({ type: z.literal('trash') }),
  z.object({ type: z.literal('restore') }),
  z.object({ type: z.literal('mark_spam') }),
  z.object({ type: z.literal('mark_not_spam') }),
  z.object({ type: z.literal('move_inbox'), inbox_id: id }),
])
export type BulkAction = z.infer<typeof BulkAction>

/** The permission each action needs in addition to seeing the conversations; null means none. */
export const bulkPermissions: Record<BulkAction['type'], Permission | null> = {
  assign_user: 'conversations:update_user_assignee',
  assign_team: 'conversations:update_team_assignee',
  set_status: 'conversations:update_status',
  set_priority: 'conversations:update_priority',
  add_tags: 'conversations:update_tags',
  remove_tags: 'conversations:update_tags',
  mark_seen: null,
  mark_unread: null,
  follow: null,
  unfollow: null,
  trash: 'conversations:delete',
  restore: 'conversations:delete',
  mark_spam: 'conversations:delete',
  mark_not_spam: 'conversations:delete',
  move_inbox: 'conversations:move',
}

/** The result for one conversation. A refused one is unchanged. */
export const BulkOutcome = z.object({
  uuid: z.uuid(),
  ok: z.boolean(),
  /** Why it was refused: a sentence. */
  reason: z.string().nullable(),
})
export type BulkOutcome = z.infer<typeof BulkOutcome>

export const changeConversations = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/bulk',
  access: 'conversations:read',
  summary: 'Update several conversations at once; each one succeeds or fails on its own',
  tag: 'conversations',
  body: z.object({
    uuids: z
      .array(z.uuid())
      .min(1, 'Choose at least one conversation')
      .max(maxBulkConversations, `Choose at most ${maxBulkConversations} conversations`),
    action: BulkAction,
  }),
  response: z.array(BulkOutcome),
})
