import { z } from 'zod'
import { Agent, AvailabilityStatus, afterActions, themes } from '../agents/agent.ts'
import { maxUndoSeconds } from '../messages/held-sends.ts'
import { safetyChecks } from '../messages/safety-checks.ts'
import { FirstEmailKind, MutedChannel } from '../notifications/notifications.ts'
import { QuietHours } from '../notifications/quiet-hours.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, timeZone } from '../shared/fields.ts'
import { Shortcuts } from './keyboard-shortcuts.ts'

/** An agent's own preferences. Omitted fields keep their value. */
export const Preferences = z.object({
  undo_seconds: z.int().min(0).max(maxUndoSeconds).optional(),
  signature: z.string().trim().max(2000, 'Use at most 2,000 characters').optional(),
  theme: z.enum(themes).optional(),
  language: z.string().max(10).optional(),
  shortcuts: Shortcuts.optional(),
  /** Kinds of email the agent has turned off. */
  muted_notifications: z
    .array(FirstEmailKind)
    .max(20)
    .transform((kinds) => [...new Set(kinds)].sort())
    .optional(),
  /** The hour of the daily digest in the agent's time zone; null turns it off. */
  digest_hour: z.int().min(0).max(23).nullable().optional(),
  /** The agent's time zone; "" uses the workspace's. */
  time_zone: z.union([z.literal(''), timeZone]).optional(),
  /** The other notifications that the agent has turned off, as `channel:kind`. */
  muted_channels: z
    .array(MutedChannel)
    .max(100)
    .transform((channels) => [...new Set(channels)].sort())
    .optional(),
  /** When nothing is pushed and nothing makes a sound, in the agent's time zone; null for never. */
  quiet_hours: QuietHours.nullable().optional(),
  notification_sound: z.boolean().optional(),
  /** Whether push notifications show the subject and the first words. */
  push_preview: z.boolean().optional(),
  /** Whether being mentioned makes the agent follow the conversation. */
  follow_mentions: z.boolean().optional(),
  /** Where Parley's own client goes after a conversation was resolved, snoozed or assigned to someone else. */
  after_action: z.enum(afterActions).optional(),
  /** Moving in a list by keyboard also opens the conversation. */
  open_on_move: z.boolean().optional(),
  /** Replying to an unassigned conversation assigns it to you, with any client that you are signed in with. */
  assign_on_reply: z.boolean().optional(),
  /** Checks before sending that the agent has turned off in Parley's own client. */
  muted_checks: z
    .array(z.enum(safetyChecks))
    .max(safetyChecks.length)
    .transform((checks) => [...new Set(checks)].sort())
    .optional(),
})
export type Preferences = z.output<typeof Preferences>

const tag = 'agents'
export const getMe = endpoint({
  method: 'GET',
  path: '/api/v1/agents/me',
  access: 'agent',
  summary: 'The signed-in agent',
  allowed_before_second_factor: true,
  tag,
  response: Agent,
})
export const updateMe = endpoint({
  method: 'PUT',
  path: '/api/v1/agents/me',
  access: 'agent',
  api_keys: 'all_inboxes',
  summary: 'Set your avatar (multipart field: files)',
  tag,
  response: Agent,
  form: { files: { file: true } },
})
export const deleteMyAvatar = endpoint({
  method: 'DELETE',
  path: '/api/v1/agents/me/avatar',
  access: 'agent',
  api_keys: 'all_inboxes',
  summary: 'Remove your avatar',
  tag,
  response: acknowledgement,
})
export const updateMyAvailability = endpoint({
  method: 'PUT',
  path: '/api/v1/agents/me/availability',
  counts_as_write: false,
  access: 'agent',
  api_keys: 'all_inboxes',
  summary: 'Set your availability',
  tag,
  body: z.object({ status: AvailabilityStatus }),
  response: Agent,
})
export const updateMyPreferences = endpoint({
  method: 'PUT',
  path: '/api/v1/agents/me/preferences',
  access: 'agent',
  api_keys: 'all_inboxes',
  summary:
    'Update your preferences: signature, theme, language, shortcuts, notifications, undo send period, checks before sending and how you move through lists',
  tag,
  nulls: 'refused',
  body: Preferences,
  response: Agent,
})
