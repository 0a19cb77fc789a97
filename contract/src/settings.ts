import { z } from 'zod'
import { changesTo } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { done, fromDigits, label, line, timeZone, wholeNumber } from './fields.ts'
import { safePictureAddress } from './picture-address.ts'

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
  /** Left out where none is set: existing clients accept an address, or nothing, and no empty text. */
  'app.favicon_url': z.string().optional(),
  'app.logo_url': z.string(),
  'app.site_name': z.string(),
  'app.sso_providers': z.array(SsoProvider),
  /** Where pages can ask for passkeys: the workspace's own address, or empty when browsers keep none for it. */
  'app.passkey_origin': z.string(),
})
export type PublicConfig = z.infer<typeof PublicConfig>

/** An upload, or a picture on another site. The server also resolves full addresses of this site. */
const pictureAddress = z
  .string()
  .trim()
  .max(2000)
  .default('')
  .refine(
    (url) => url === '' || safePictureAddress(url) !== null,
    'Upload a picture, or enter an address that begins with https://',
  )

function isHttp(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function isOrigin(text: string): boolean {
  if (!isHttp(text)) return false
  const { pathname, search, hash, username } = new URL(text)
  return pathname === '/' && !search && !hash && !username
}

const release = z.object({
  release_version: z.string(),
  release_date: z.string(),
  url: z.string(),
  description: z.string(),
  is_new: z.boolean(),
})

const extension = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => text.replace(/^\*?\./, ''))
  .refine(
    (text) => /^(\*|[a-z0-9][a-z0-9_+-]{0,19})$/.test(text),
    'Write extensions such as pdf, or * for all',
  )

export const defaultSessionLifetime_days = 30

/** The keys that an administrator writes (api-contract 6.8). */
export const GeneralSettingsWrite = z.object({
  'app.site_name': line(140).default(''),
  'app.lang': z.string().default('en'),
  'app.max_file_upload_size': wholeNumber(1, 500).default(20),
  'app.favicon_url': pictureAddress,
  'app.logo_url': pictureAddress,
  'app.root_url': z
    .string()
    .trim()
    .max(2000)
    .transform((url) => url.replace(/\/+$/, ''))
    .refine(
      (url) => url === '' || isOrigin(url),
      'This must be the address that people open, such as https://help.example.com, without a path',
    )
    .optional(),
  'app.allowed_file_upload_extensions': z
    .array(extension)
    .max(200)
    .default(['*'])
    .transform((all) => [...new Set(all)]),
  'app.timezone': timeZone.default('UTC'),
  'app.business_hours_id': z.coerce.string().default(''),
  /** Signing in with a password asks everybody for a second factor. Clients that do not know it leave it as it is. */
  'app.require_second_factor': z.boolean().optional(),
  /** Changes a minute, per agent and per API key. Clients that do not know it leave it as it is. */
  'app.max_writes_per_minute': wholeNumber(30, 100_000).optional(),
  /** Everyone signs in again this many days after they last did, however active they are. */
  'app.session_lifetime_days': fromDigits(
    z
      .int('Enter a whole number of days')
      .min(1, 'Sessions last at least one day')
      .max(365, 'Sessions last at most 365 days'),
    'Enter a whole number of days',
  ).optional(),
})
export type GeneralSettingsWrite = z.infer<typeof GeneralSettingsWrite>

/** Changing these changes how people sign in. */
export const signInSettingKeys = [
  'app.root_url',
  'app.require_second_factor',
  'app.session_lifetime_days',
] as const
export type SignInSettingKey = (typeof signInSettingKeys)[number]

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
  'app.version': z.string(),
  'app.restart_required': z.boolean(),
  /** Whether a language model answers: without one nothing of AI is offered. */
  'app.ai': z.boolean(),
  'app.update': z.object({ update: release, messages: z.array(z.unknown()).nullable() }).nullable(),
})
export type GeneralSettings = z.infer<typeof GeneralSettings>

/** Without a session only these keys are answered (product-decisions 2). */
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
  summary: 'What the sign-in page needs',
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
export const GeneralSettingsChanges = changesTo(GeneralSettingsWrite)
export const updateGeneralSettings = endpoint({
  method: 'PUT',
  path: '/api/v1/settings/general',
  access: 'general_settings:manage',
  summary: 'Change the general settings',
  tag,
  body: GeneralSettingsChanges,
  response: done,
})
/** `app.update` says `is_new: false` to this agent from now on, in all of their browsers, until there is a newer release. */
export const dismissRelease = endpoint({
  method: 'PUT',
  path: '/api/v1/settings/general/dismissed-release',
  access: 'agent',
  api_keys: 'all_inboxes',
  summary: 'Put the notice of a new release away',
  tag,
  nulls: 'refused',
  body: z.object({ release_version: label(40) }),
  response: done,
})
/** Where the workspace's own picture is shown: the sign-in page and the main bar, or the browser's tab. */
export const brandPictures = ['logo', 'favicon'] as const

/** The picture is drawn anew and waits; it is shown once its address is saved with the settings. */
export const uploadBrandPicture = endpoint({
  method: 'POST',
  path: '/api/v1/settings/general/pictures',
  access: 'general_settings:manage',
  summary: 'Upload a logo or favicon (multipart: `files`, `use`)',
  tag,
  response: z.object({ url: z.string() }),
  takes_key: false,
  form: { files: { file: true }, use: { text: z.enum(brandPictures) } },
})
export const listLanguages = endpoint({
  method: 'GET',
  path: '/api/v1/lang',
  access: 'public',
  summary: 'Languages that the screens are written in',
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
