import { z } from 'zod'
import { Shortcuts } from '../account/keyboard-shortcuts.ts'
import { safetyChecks } from '../messages/safety-checks.ts'
import { FirstEmailKind, MutedChannel } from '../notifications/notifications.ts'
import { QuietHours } from '../notifications/quiet-hours.ts'
import { endpoint } from '../shared/endpoint.ts'
import { id, instant } from '../shared/fields.ts'
import { TeamCompact } from '../teams/team-compact.ts'

export const availabilityStatuses = [
  'online',
  'away',
  'away_manual',
  'away_and_reassigning',
  'offline',
] as const

export const AvailabilityStatus = z.enum(availabilityStatuses)
export type AvailabilityStatus = z.infer<typeof AvailabilityStatus>

/** Where an agent goes after finishing a conversation: to the next or previous one, to the list, or nowhere. */
export const afterActions = ['next', 'previous', 'list', 'stay'] as const
export type AfterAction = (typeof afterActions)[number]

export const themes = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themes)[number]

export const invitationStates = [
  'none',
  'not_sent',
  'waiting',
  'sent',
  'link',
  'failed',
  'expired',
  'accepted',
] as const

/**
 * An agent's latest invitation: none, not sent for lack of a mail server, queued, emailed, created as a link, rejected by the mail server,
 * expired, or accepted.
 */
export const Invitation = z.object({
  state: z.enum(invitationStates),
  /** When it was sent, or requested if it has not been sent yet. */
  at: instant,
})
export type Invitation = z.infer<typeof Invitation>

/** An agent, or with type "contact" a contact (docs/spec/wire.md#agent-and-contact-objects). */
export const Agent = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  type: z.enum(['agent', 'contact']),
  availability_status: AvailabilityStatus,
  phone_number_country_code: z.string().nullable(),
  /** The same value under the name that older clients use. */
  phone_number_calling_code: z.string().nullable(),
  phone_number: z.string().nullable(),
  avatar_url: z.string().nullable(),
  enabled: z.boolean(),
  last_active_at: instant.nullable(),
  last_login_at: instant.nullable(),
  roles: z.array(z.string()).nullable(),
  permissions: z.array(z.string()).nullable(),
  custom_attributes: z.record(z.string(), z.unknown()).nullable(),
  teams: z.array(TeamCompact),
  api_key: z.string().nullable(),
  api_key_last_used_at: instant.nullable(),
  /** Restrictions of the API key; not present for contacts. */
  api_key_read_only: z.boolean().optional(),
  api_key_inbox_ids: z.array(id).nullish(),
  /** The undo window of this agent's replies in Parley's own client; not present for contacts. */
  undo_seconds: z.int().optional(),
  /** For those who manage agents. Null for an agent who signed in without one. */
  invitation: Invitation.nullish(),
  /** Appended to their replies where the inbox signature allows it (server/src/features/email/sending/reply-signature.ts); not present for contacts. */
  signature: z.string().optional(),
  /** Preferences that apply in all browsers; not present for contacts. An empty language means the workspace's. */
  theme: z.enum(themes).optional(),
  language: z.string().optional(),
  shortcuts: Shortcuts.optional(),
  /** Kinds of email that are turned off, and the hour of the digest in the agent's time zone ("" is the workspace's). */
  muted_notifications: z.array(FirstEmailKind).optional(),
  digest_hour: z.int().nullable().optional(),
  time_zone: z.string().optional(),
  /** The other notifications that are turned off, as `channel:kind`. */
  muted_channels: z.array(MutedChannel).optional(),
  /** When nothing is pushed and nothing makes a sound, in the agent's time zone. */
  quiet_hours: QuietHours.nullable().optional(),
  notification_sound: z.boolean().optional(),
  /** Whether push notifications show the subject and the first words. */
  push_preview: z.boolean().optional(),
  /** Whether being mentioned makes the agent follow the conversation. */
  follow_mentions: z.boolean().optional(),
  /** Where they go after finishing a conversation, whether the list's keys open conversations, and whether a reply assigns to them. */
  after_action: z.enum(afterActions).optional(),
  open_on_move: z.boolean().optional(),
  assign_on_reply: z.boolean().optional(),
  /** Checks before sending that are turned off. */
  muted_checks: z.array(z.enum(safetyChecks)).optional(),
  /** Signing in requires a second factor; not present for contacts. */
  has_second_factor: z.boolean().optional(),
  /** Only for the signed-in agent: all other calls are refused until a second factor is set up. */
  owes_second_factor: z.boolean().optional(),
})
export type Agent = z.infer<typeof Agent>

/** A row of the agent and contact lists (docs/spec/wire.md#agent-and-contact-objects). */
export const UserCompact = z.object({
  id,
  type: z.enum(['agent', 'contact']),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  enabled: z.boolean(),
  avatar_url: z.string().nullable(),
  availability_status: AvailabilityStatus,
  created_at: instant,
  updated_at: instant,
})
export type UserCompact = z.infer<typeof UserCompact>
export const listAgentsCompact = endpoint({
  method: 'GET',
  path: '/api/v1/agents/compact',
  access: 'agent',
  summary: 'List the agents, for pickers',
  tag: 'agents',
  response: z.array(UserCompact),
})
