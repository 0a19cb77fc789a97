import { z } from 'zod'
import { changesTo } from '../shared/changes-schema.ts'
import { endpoint } from '../shared/endpoint.ts'
import {
  acknowledgement,
  emailAddress,
  id,
  idParams,
  instant,
  lastName,
  nameReference,
  nonEmptyLine,
  optionalListOf,
} from '../shared/fields.ts'
import { TeamCompact } from '../teams/team-compact.ts'
import { Agent, AvailabilityStatus, Invitation, UserCompact } from './agent.ts'

/** A row of the admin list: what pickers show, plus account details. */
export const AgentListItem = UserCompact.extend({
  roles: z.array(z.string()),
  teams: z.array(TeamCompact),
  last_active_at: instant.nullable(),
  invitation: Invitation.nullable(),
  has_second_factor: z.boolean(),
})
export type AgentListItem = z.infer<typeof AgentListItem>

/**
 * 10–72 characters with an upper case letter, a lower case letter, a digit and a symbol (docs/spec/wire.md#passwords). Argon2 accepts more, but old
 * clients do not.
 */
export const passwordRefusal = (password: string): string | null =>
  password.length >= 10 &&
  password.length <= 72 &&
  /[A-Z]/.test(password) &&
  /[a-z]/.test(password) &&
  /\d/.test(password) &&
  /[\W_]/.test(password)
    ? null
    : 'Use 10 to 72 characters, with an uppercase letter, a lowercase letter, a digit and a symbol'

/** Why an existing agent cannot be invited, or null when they can. */
export const invitationRefusal = (agent: {
  enabled: boolean
  has_signed_in_before: boolean
}): string | null =>
  agent.has_signed_in_before
    ? 'They have a password or have signed in before. They can request a new password on the sign-in page'
    : agent.enabled
      ? null
      : 'They can’t sign in. Enable them first'

const agentFields = {
  first_name: nonEmptyLine(140),
  last_name: lastName,
  email: emailAddress,
  roles: z.array(nameReference).min(1, 'Choose at least one role'),
  teams: optionalListOf(nameReference),
}

export const AgentCreate = z.object({ ...agentFields, send_welcome_email: z.boolean().default(false) })
export const AgentUpdate = z.object({
  ...agentFields,
  enabled: z.boolean().default(false),
  availability_status: AvailabilityStatus.optional(),
  new_password: z
    .string()
    .nullish()
    .superRefine((password, problem) => {
      const message = password ? passwordRefusal(password) : null
      if (message) problem.addIssue({ code: 'custom', message })
    }),
})

/** Omitted: the key can do whatever its agent can. A key limited to inboxes sees only their conversations and cannot change any settings. */
export const ApiKeyScope = z.object({
  read_only: z.boolean().default(false),
  inbox_ids: z
    .array(id)
    .min(1, 'Choose at least one inbox')
    .max(200)
    .nullish()
    .transform((ids) => ids ?? null),
})
export type ApiKeyScope = z.output<typeof ApiKeyScope>

const tag = 'agents'
export const listAgents = endpoint({
  method: 'GET',
  path: '/api/v1/agents',
  access: 'users:manage',
  summary: 'List the agents',
  tag,
  response: z.array(AgentListItem),
})
export const getInvitationMeans = endpoint({
  method: 'GET',
  path: '/api/v1/agents/invitation',
  access: 'users:manage',
  summary: 'Whether invitations can be emailed now, or wait for a mail server',
  tag,
  response: z.object({ can_mail: z.boolean() }),
})
export const getAgent = endpoint({
  method: 'GET',
  path: '/api/v1/agents/:id',
  access: 'users:manage',
  summary: 'Get an agent',
  tag,
  params: idParams,
  response: Agent,
})
export const createAgent = endpoint({
  method: 'POST',
  path: '/api/v1/agents',
  access: 'users:manage',
  summary: 'Create an agent',
  tag,
  body: AgentCreate,
  response: Agent,
})
export const AgentChanges = changesTo(AgentUpdate)
export const updateAgent = endpoint({
  method: 'PUT',
  path: '/api/v1/agents/:id',
  access: 'users:manage',
  summary: 'Change an agent',
  tag,
  params: idParams,
  body: AgentChanges,
  response: Agent,
})
export const deleteAgent = endpoint({
  method: 'DELETE',
  path: '/api/v1/agents/:id',
  access: 'users:manage',
  summary: 'Delete an agent; their open conversations become unassigned',
  tag,
  params: idParams,
  response: acknowledgement,
})
export const inviteAgent = endpoint({
  method: 'POST',
  path: '/api/v1/agents/:id/invitation',
  access: 'users:manage',
  summary: 'Resend the invitation to an agent who has not signed in yet; earlier links stop working',
  tag,
  params: idParams,
  response: Agent,
})
export const createInvitationLink = endpoint({
  method: 'POST',
  path: '/api/v1/agents/:id/invitation-link',
  access: 'users:manage',
  api_keys: 'never',
  summary:
    'Create a one-time link for an agent who has not signed in yet to set a password; shown once, earlier links stop working',
  tag,
  params: idParams,
  response: z.object({ url: z.string(), expires_at: instant }),
  supports_idempotency_key: false,
})
export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/v1/agents/:id/api-key',
  access: 'users:manage',
  summary: 'Create an API key; the secret is shown once',
  tag,
  params: idParams,
  // Old clients send no body, or an empty object.
  body: ApiKeyScope.nullish(),
  response: z.object({ api_key: z.string(), api_secret: z.string() }),
  supports_idempotency_key: false,
})
export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: '/api/v1/agents/:id/api-key',
  access: 'users:manage',
  summary: 'Revoke an API key',
  tag,
  params: idParams,
  response: acknowledgement,
})
export const removeAgentSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/v1/agents/:id/second-factor',
  access: 'users:manage',
  summary: 'Turn off two-factor authentication for an agent who has lost it, including passkeys',
  tag,
  params: idParams,
  response: acknowledgement,
})
