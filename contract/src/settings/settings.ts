import { z } from 'zod'
import { spamFilterModes } from '../conversations/spam-filter.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, addedKey, instant, nonEmptyLine } from '../shared/fields.ts'

export const SsoProvider = z.object({
  id: z.int(),
  name: z.string(),
  provider: z.string(),
  provider_url: z.string(),
  client_id: z.string(),
  logo_url: z.string(),
  enabled: z.boolean(),
  redirect_uri: z.string(),
})

export const PublicConfig = z.object({
  'app.lang': z.string(),
  /** Omitted if not set: existing clients accept a URL or nothing, but no empty string. */
  'app.favicon_url': z.string().optional(),
  'app.logo_url': z.string(),
  'app.site_name': z.string(),
  'app.sso_providers': z.array(SsoProvider),
  /** The origin where passkeys work: the workspace's own URL, or empty if browsers do not support passkeys there. */
  'app.passkey_origin': z.string(),
})
export type PublicConfig = z.infer<typeof PublicConfig>

const release = z.object({
  release_version: z.string(),
  release_date: z.string(),
  url: z.string(),
  description: z.string(),
  is_new: z.boolean(),
})

export const PausedCopy = z.object({
  since: instant,
  /** When the backup was made from which it was restored; null if it wasn't. */
  backup_of: instant.nullable(),
  /** Where the workspace was moved to. */
  moved_to: z.string().nullable(),
})
export type PausedCopy = z.infer<typeof PausedCopy>

export const GeneralSettings = z.object({
  'app.site_name': z.string(),
  'app.lang': z.string(),
  'app.max_file_upload_size': z.int(),
  'app.favicon_url': PublicConfig.shape['app.favicon_url'],
  'app.logo_url': z.string(),
  'app.root_url': z.string(),
  'app.allowed_file_upload_extensions': z.array(z.string()),
  'app.timezone': z.string(),
  'app.business_hours_id': z.string(),
  'app.require_second_factor': z.boolean(),
  'app.max_writes_per_minute': z.int(),
  'app.session_lifetime_days': z.int(),
  'app.spam_filter': z.enum(spamFilterModes),
  'app.version': z.string(),
  'app.restart_required': z.boolean(),
  /** Whether an AI provider is enabled. Without one, no AI features are offered. */
  'app.ai': z.boolean(),
  /** Set while this workspace may also run elsewhere, so that it sends and receives nothing. */
  'app.paused_copy': addedKey(PausedCopy.nullable(), null),
  'app.update': z.object({ update: release, messages: z.array(z.unknown()).nullable() }).nullable(),
})
export type GeneralSettings = z.infer<typeof GeneralSettings>

/** The only keys returned without a session (docs/spec/product-decisions.md#public-settings). */
export const publicSettingKeys = [
  'app.site_name',
  'app.lang',
  'app.favicon_url',
  'app.logo_url',
  'app.root_url',
] as const

const tag = 'settings'
export const getConfig = endpoint({
  method: 'GET',
  path: '/api/v1/config',
  access: 'public',
  summary: 'The settings that the sign-in page needs',
  tag,
  response: PublicConfig,
})
export const getGeneralSettings = endpoint({
  method: 'GET',
  path: '/api/v1/settings/general',
  access: 'public',
  summary: 'General settings; public keys only without a session',
  tag,
  response: GeneralSettings.partial(),
})
/** From now on `app.update` has `is_new: false` for this agent, in all browsers, until there is a newer release. */
export const dismissRelease = endpoint({
  method: 'PUT',
  path: '/api/v1/settings/general/dismissed-release',
  access: 'agent',
  api_keys: 'all_inboxes',
  summary: 'Dismiss the notice of a new release',
  tag,
  nulls: 'refused',
  body: z.object({ release_version: nonEmptyLine(40) }),
  response: acknowledgement,
})
export const listLanguages = endpoint({
  method: 'GET',
  path: '/api/v1/lang',
  access: 'public',
  summary: 'List the available interface languages',
  tag,
  response: z.array(z.object({ code: z.string(), name: z.string() })),
})
export const listEnabledOidc = endpoint({
  method: 'GET',
  path: '/api/v1/oidc/enabled',
  access: 'public',
  summary: 'Sign-in providers, for older clients',
  tag,
  response: z.array(SsoProvider.partial()),
})
