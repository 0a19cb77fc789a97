/** In a separate file, because the web client needs only the read schemas before its first screen. */
import { z } from 'zod'
import { spamFilterModes } from '../conversations/spam-filter.ts'
import { changesTo } from '../shared/changes-schema.ts'
import { endpoint } from '../shared/endpoint.ts'
import {
  acknowledgement,
  instant,
  numberFromString,
  singleLine,
  timeZone,
  wholeNumber,
} from '../shared/fields.ts'
import { safeImageUrl } from '../shared/image-url.ts'

/** An upload, or an image on another site. The server also resolves absolute URLs of this site. */
const imageUrl = z
  .string()
  .trim()
  .max(2000)
  .default('')
  .refine(
    (url) => url === '' || safeImageUrl(url) !== null,
    'Upload a picture, or enter a URL that starts with https://',
  )

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function isOrigin(text: string): boolean {
  if (!isHttpUrl(text)) return false
  const { pathname, search, hash, username } = new URL(text)
  return pathname === '/' && !search && !hash && !username
}

const fileExtension = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => text.replace(/^\*?\./, ''))
  .refine(
    (text) => /^(\*|[a-z0-9][a-z0-9_+-]{0,19})$/.test(text),
    'Enter extensions such as pdf, or * for all',
  )

export const defaultSessionLifetime_days = 30

/** The settings that an administrator can change (docs/spec/wire.md#settings). */
export const GeneralSettingsWrite = z.object({
  'app.site_name': singleLine(140).default(''),
  'app.lang': z.string().default('en'),
  'app.max_file_upload_size': wholeNumber(1, 500).default(20),
  'app.favicon_url': imageUrl,
  'app.logo_url': imageUrl,
  'app.root_url': z
    .string()
    .trim()
    .max(2000)
    .transform((url) => url.replace(/\/+$/, ''))
    .refine(
      (url) => url === '' || isOrigin(url),
      'Enter the address people open, such as https://help.example.com, without a path',
    )
    .optional(),
  'app.allowed_file_upload_extensions': z
    .array(fileExtension)
    .max(200)
    .default(['*'])
    .transform((extensions) => [...new Set(extensions)]),
  'app.timezone': timeZone.default('UTC'),
  'app.business_hours_id': z.coerce.string().default(''),
  /** Everyone who signs in with a password needs a second factor. Unchanged if a client does not send it. */
  'app.require_second_factor': z.boolean().optional(),
  /** Write requests per minute, for each agent and each API key. Unchanged if a client does not send it. */
  'app.max_writes_per_minute': wholeNumber(30, 100_000).optional(),
  /** Unchanged if a client does not send it. */
  'app.spam_filter': z.enum(spamFilterModes).optional(),
  /** Sessions end this many days after sign-in, regardless of activity. */
  'app.session_lifetime_days': numberFromString(
    z.int('Enter a whole number of days').min(1, 'Enter at least one day').max(365, 'Enter at most 365 days'),
    'Enter a whole number of days',
  ).optional(),
})
export type GeneralSettingsWrite = z.infer<typeof GeneralSettingsWrite>

/** Settings that affect how people sign in. */
export const signInSettingKeys = [
  'app.root_url',
  'app.require_second_factor',
  'app.session_lifetime_days',
] as const
export type SignInSettingKey = (typeof signInSettingKeys)[number]

const tag = 'settings'
export const GeneralSettingsChanges = changesTo(GeneralSettingsWrite)
export const updateGeneralSettings = endpoint({
  method: 'PUT',
  path: '/api/v1/settings/general',
  access: 'general_settings:manage',
  summary: 'Change the general settings',
  tag,
  body: GeneralSettingsChanges,
  response: acknowledgement,
})
/** Where the workspace's own image is used: the sign-in page and navigation bar, or the browser tab. */
export const brandImages = ['logo', 'favicon'] as const

/** The image is re-encoded and stored. It is shown once its URL is saved in the settings. */
export const uploadBrandPicture = endpoint({
  method: 'POST',
  path: '/api/v1/settings/general/pictures',
  access: 'general_settings:manage',
  summary: 'Upload a logo or favicon (multipart fields: files, use)',
  tag,
  response: z.object({ url: z.string() }),
  supports_idempotency_key: false,
  form: { files: { file: true }, use: { text: z.enum(brandImages) } },
})

/** Fails with 409 if `since` is not that of `app.paused_copy`, as when someone else has made it live. */
export const goLive = endpoint({
  method: 'POST',
  path: '/api/v1/settings/general/go-live',
  access: 'general_settings:manage',
  api_keys: 'never',
  summary: 'Make a paused copy the live workspace: it starts to send and receive',
  tag,
  nulls: 'refused',
  body: z.object({ since: instant }),
  response: acknowledgement,
})
