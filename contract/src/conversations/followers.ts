import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, instant, uuidParams } from '../shared/fields.ts'

/** An agent who is notified of changes of a conversation. */
export const Follower = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  avatar_url: z.string().nullable(),
  followed_at: instant,
})
export type Follower = z.infer<typeof Follower>

const tag = 'conversations'
export const listFollowers = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/followers',
  access: 'conversations:read',
  summary: 'List who follows a conversation, the first one first',
  tag,
  params: uuidParams,
  response: z.array(Follower),
})
export const followConversation = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/follow',
  access: 'conversations:read',
  summary: 'Follow a conversation: be notified when it changes',
  tag,
  params: uuidParams,
  response: acknowledgement,
})
export const unfollowConversation = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/unfollow',
  access: 'conversations:read',
  summary: 'Stop following a conversation',
  tag,
  params: uuidParams,
  response: acknowledgement,
})

/** Who can be mentioned in a note about a conversation without learning of it, because they have no access to it. */
export const MentionAccess = z.object({
  agent_ids: z.array(id),
  /** Teams without a member who has access. */
  team_ids: z.array(id),
})
export type MentionAccess = z.infer<typeof MentionAccess>
export const getMentionAccess = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/mentions/without-access',
  access: 'conversations:read',
  summary: 'Agents and teams that a mention in a note would not reach',
  tag,
  params: uuidParams,
  response: MentionAccess,
})
