import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement } from '../shared/fields.ts'

/** Optional setup steps, in the order of the checklist. */
export const skippableSteps = ['workspace_name', 'time_zone', 'logo'] as const
export type SkippableStep = (typeof skippableSteps)[number]

/** Which setup steps are done. All are derived from the state of the workspace. */
export const GettingStarted = z.object({
  inbox: z.boolean(),
  /** An outgoing server for system mail is configured. */
  system_mail: z.boolean(),
  /** Someone other than the first administrator has an account. */
  agents: z.boolean(),
  conversation: z.boolean(),
  /** An enabled inbox has received email, or its mailbox can be read. */
  can_receive: z.boolean(),
  /** The outgoing server of an enabled inbox worked when it was last used or tested. */
  can_send: z.boolean(),
  /** The same for the server for invitations and password links. */
  can_invite: z.boolean(),
  /** More than one agent has signed in. */
  people: z.boolean(),
  workspace_name: z.boolean(),
  time_zone: z.boolean(),
  logo: z.boolean(),
  /** No one uses the initial password any more. */
  own_password: z.boolean(),
  /** Steps skipped on purpose; they count as done. */
  kept: z.array(z.enum(skippableSteps)),
  dismissed: z.boolean(),
})
export type GettingStarted = z.infer<typeof GettingStarted>

/** No customer can get a reply without these. */
export const essentialSteps = ['can_receive', 'can_send', 'can_invite', 'people', 'conversation'] as const
export const recommendedSteps = ['own_password', ...skippableSteps] as const
export type SetupStep = (typeof essentialSteps)[number] | (typeof recommendedSteps)[number]

/** Whether any essential setup step is left. */
export const isSetupIncomplete = (progress: GettingStarted): boolean =>
  essentialSteps.some((step) => !progress[step])

/** Whether any setup step is left, including recommended ones. */
export const hasOpenSteps = (progress: GettingStarted): boolean =>
  [...essentialSteps, ...recommendedSteps].some((step) => !progress[step])

const tag = 'settings'
export const getGettingStarted = endpoint({
  method: 'GET',
  path: '/api/v1/getting-started',
  access: 'general_settings:manage',
  summary: 'List the getting started steps and whether they are done',
  tag,
  response: GettingStarted,
})
export const dismissGettingStarted = endpoint({
  method: 'PUT',
  path: '/api/v1/getting-started',
  access: 'general_settings:manage',
  summary: 'Hide or show the getting started list for everyone',
  tag,
  nulls: 'refused',
  body: z.object({ dismissed: z.boolean() }),
  response: acknowledgement,
})
export const keepSetupSteps = endpoint({
  method: 'PUT',
  path: '/api/v1/getting-started/kept',
  access: 'general_settings:manage',
  summary: 'Keep steps as they are; they count as done',
  tag,
  body: z.object({ steps: z.array(z.enum(skippableSteps)).max(10) }),
  response: acknowledgement,
})
