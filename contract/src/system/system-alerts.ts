import { z } from 'zod'
import { changesTo } from '../shared/changes-schema.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, emailAddress, instant } from '../shared/fields.ts'

/** A condition that lasts. `condition` is an open set: later versions may know more. */
export const SystemAlert = z.object({
  condition: z.string(),
  /** What it is about, such as a mailbox; "" if there is only one. */
  subject: z.string(),
  message: z.string(),
  advice: z.string(),
  raised_at: instant,
  resolved_at: instant.nullable(),
})
export type SystemAlert = z.infer<typeof SystemAlert>

export const SystemAlertSettings = z.object({
  /** Whether alerts are emailed. The System page shows them in any case. */
  email_enabled: z.boolean(),
  /** Emailed instead of the agents with the role Admin; none means these agents. */
  addresses: z.array(emailAddress.pipe(z.email('Enter a valid email address'))).max(20),
})
export type SystemAlertSettings = z.infer<typeof SystemAlertSettings>

const tag = 'system'
export const listSystemAlerts = endpoint({
  method: 'GET',
  path: '/api/v1/system/alerts',
  access: 'general_settings:manage',
  summary: 'List open alerts, and those resolved within the last week',
  tag,
  response: z.array(SystemAlert),
})
export const getSystemAlertSettings = endpoint({
  method: 'GET',
  path: '/api/v1/system/alerts/settings',
  access: 'general_settings:manage',
  summary: 'Get who is emailed about alerts',
  tag,
  response: SystemAlertSettings.extend({
    /** Why no alert can be emailed now; null if they can. */
    problem: z.string().nullable(),
  }),
})
export const updateSystemAlertSettings = endpoint({
  method: 'PUT',
  path: '/api/v1/system/alerts/settings',
  access: 'general_settings:manage',
  summary: 'Set who is emailed about alerts',
  tag,
  nulls: 'refused',
  body: changesTo(SystemAlertSettings),
  response: acknowledgement,
})
