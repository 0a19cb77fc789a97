import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done } from './fields.ts'

/** Which steps from an empty workspace to a working desk are done. */
export const GettingStarted = z.object({
  inbox: z.boolean(),
  /** Invitations can be mailed. */
  system_mail: z.boolean(),
  /** Somebody beside the first administrator. */
  agents: z.boolean(),
  conversation: z.boolean(),
  dismissed: z.boolean(),
})
export type GettingStarted = z.infer<typeof GettingStarted>

/** Whether the desk still has to be set up. Mail of the workspace's own may stay off: agents can be given passwords by hand. */
export const isBeingSetUp = ({ inbox, agents, conversation }: GettingStarted): boolean =>
  !(inbox && agents && conversation)

const tag = 'settings'
export const getGettingStarted = endpoint({
  method: 'GET',
  path: '/api/v1/getting-started',
  access: 'general_settings:manage',
  summary: 'Which steps from an empty workspace to a working desk are done',
  tag,
  response: GettingStarted,
})
export const dismissGettingStarted = endpoint({
  method: 'PUT',
  path: '/api/v1/getting-started',
  access: 'general_settings:manage',
  summary: 'Put the list of these steps away, or bring it back, for everybody',
  tag,
  body: z.object({ dismissed: z.boolean() }),
  response: done,
})
