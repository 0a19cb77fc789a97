import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'

/** Emails that agents get about their work. Emails about signing in are not included, and cannot be turned off. */
export const notificationKinds = ['assigned', 'sla_warning', 'sla_breach', 'csat', 'digest'] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>

/** Which kinds are sent at all. Each agent can also turn them off individually. */
export const NotificationSwitches = z.object({
  assigned: z.boolean(),
  sla_warning: z.boolean(),
  sla_breach: z.boolean(),
  csat: z.boolean(),
  digest: z.boolean(),
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
  body: NotificationSwitches.partial(),
  response: NotificationSwitches,
})
