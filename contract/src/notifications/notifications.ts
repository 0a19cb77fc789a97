import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { addedKey } from '../shared/fields.ts'

/** What agents are notified of, each by the channels that they choose. */
export const notificationKinds = [
  'assigned',
  'reply',
  'mention',
  'followed',
  'sla_warning',
  'sla_breach',
  'csat',
  'send_failed',
  'schedule_held',
] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>

/** Emails that agents get about their work. Emails about signing in are not included, and cannot be turned off. */
export const emailKinds = [...notificationKinds, 'digest'] as const
export const EmailKind = z.enum(emailKinds)
export type EmailKind = z.infer<typeof EmailKind>

/** The kinds in `muted_notifications`, which existing clients know. The others are in `muted_channels`. */
export const firstEmailKinds = ['assigned', 'sla_warning', 'sla_breach', 'csat', 'digest'] as const
export const FirstEmailKind = z.enum(firstEmailKinds)
export type FirstEmailKind = z.infer<typeof FirstEmailKind>

export const isFirstEmailKind = (kind: EmailKind): kind is FirstEmailKind =>
  firstEmailKinds.some((first) => first === kind)

export const notificationChannels = ['app', 'push', 'email'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** A channel and a kind, such as `push:mention`. */
export type MutedChannel = Exclude<`${NotificationChannel}:${NotificationKind}`, `email:${FirstEmailKind}`>
const mutedChannels = notificationKinds.flatMap(
  (kind) =>
    notificationChannels
      .filter((channel) => channel !== 'email' || !isFirstEmailKind(kind))
      .map((channel) => `${channel}:${kind}` as MutedChannel), // filtered above
)
export const MutedChannel = z.enum(mutedChannels)

export type MutedNotifications = {
  muted_notifications: readonly string[]
  muted_channels: readonly string[]
}

/** Whether an agent wants this kind by this channel. */
export const wantsNotification = (
  { muted_notifications, muted_channels }: MutedNotifications,
  kind: EmailKind,
  channel: NotificationChannel,
): boolean =>
  channel === 'email' && isFirstEmailKind(kind)
    ? !muted_notifications.includes(kind)
    : !muted_channels.includes(`${channel}:${kind}`)

/** The same settings with one of them changed. */
export function muteNotification(
  { muted_notifications, muted_channels }: MutedNotifications,
  { kind, channel, muted }: { kind: EmailKind; channel: NotificationChannel; muted: boolean },
): { muted_notifications?: FirstEmailKind[]; muted_channels?: MutedChannel[] } {
  const put = (list: readonly string[], name: string) =>
    [...new Set([...list.filter((other) => other !== name), ...(muted ? [name] : [])])].sort()
  return channel === 'email' && isFirstEmailKind(kind)
    ? { muted_notifications: put(muted_notifications, kind) as FirstEmailKind[] } // both lists are validated when saved
    : { muted_channels: put(muted_channels, `${channel}:${kind}`) as MutedChannel[] }
}

const notificationSwitches = {
  assigned: z.boolean(),
  reply: z.boolean(),
  mention: z.boolean(),
  followed: z.boolean(),
  sla_warning: z.boolean(),
  sla_breach: z.boolean(),
  csat: z.boolean(),
  send_failed: z.boolean(),
  schedule_held: z.boolean(),
  digest: z.boolean(),
}

/** Which kinds of email are sent at all. Each agent can also turn them off individually. */
export const NotificationSwitches = z.object({
  ...notificationSwitches,
  reply: addedKey(z.boolean(), false),
  mention: addedKey(z.boolean(), false),
  followed: addedKey(z.boolean(), false),
  send_failed: addedKey(z.boolean(), false),
  schedule_held: addedKey(z.boolean(), false),
})
export type NotificationSwitches = z.infer<typeof NotificationSwitches>

const tag = 'settings'
export const getNotificationSwitches = endpoint({
  method: 'GET',
  path: '/api/v1/settings/notifications/kinds',
  access: 'agent',
  summary: 'Which notifications the workspace sends to its agents',
  tag,
  response: NotificationSwitches,
})
export const updateNotificationSwitches = endpoint({
  method: 'PUT',
  path: '/api/v1/settings/notifications/kinds',
  access: 'notification_settings:manage',
  summary: 'Turn notifications on or off for everyone; those left out keep their value',
  tag,
  nulls: 'refused',
  body: z.object(notificationSwitches).partial(),
  response: NotificationSwitches,
})
