import { z } from 'zod'
import { Shortcuts } from '../account/keyboard-shortcuts.ts'
import { NotificationKind } from '../notifications/notifications.ts'
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
 * The newest invitation of an agent: none yet, not sent because there is no mail server for it, queued, mailed, given out as a link, refused
 * by the mail server, its link too old, or accepted.
 */
export const Invitation = z.object({
  state: z.enum(invitationStates),
  /** When it was sent, or asked for while it has not been. */
  at: instant,
})
export type Invitation = z.infer<typeof Invitation>

/** Agent, and with type "contact" a contact (api-contract 5.3, 5.4). */
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
  /** The same, as the first clients call it. */
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
  /** What the key may do of what its agent may; contacts have none. */
  api_key_read_only: z.boolean().optional(),
  api_key_inbox_ids: z.array(id).nullish(),
  /** How long our own client lets this agent take back a reply; contacts have none. */
  undo_seconds: z.int().optional(),
  /** For whoever manages agents; null for somebody who has come without one. */
  invitation: Invitation.nullish(),
  /** Ends their replies where the inbox leaves room for it (server/src/features/email/sending/reply-signature.ts); contacts have none. */
  signature: z.string().optional(),
  /** What they chose for all their browsers; contacts have none. An empty language is the workspace's. */
  theme: z.enum(themes).optional(),
  language: z.string().optional(),
  shortcuts: Shortcuts.optional(),
  /** Kinds of mail that they do without, and when their digest comes on the clocks of their zone ("" is the workspace's). */
  muted_notifications: z.array(NotificationKind).optional(),
  digest_hour: z.int().nullable().optional(),
  time_zone: z.string().optional(),
  /** Signing in asks for more than the password; contacts have none. */
  has_second_factor: z.boolean().optional(),
  /** Of the signed-in agent alone: nothing else is answered until a second factor is set up. */
  owes_second_factor: z.boolean().optional(),
})
export type Agent = z.infer<typeof Agent>

/** A row of the agent and contact lists (api-contract 5.3). */
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
