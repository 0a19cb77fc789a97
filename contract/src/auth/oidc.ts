import { z } from 'zod'
import { changesTo } from '../shared/changes-schema.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, idParams, instant, nonEmptyLine } from '../shared/fields.ts'

export const googleIssuer = 'https://accounts.google.com'
const discoveryPath = '/.well-known/openid-configuration'

/**
 * Why this URL cannot be used as an issuer, or null. Tokens pass through it, so plain http is allowed only on this machine, where nobody
 * can eavesdrop.
 */
export function issuerRefusal(address: string): string | null {
  if (!URL.canParse(address)) return 'Enter the full URL, such as https://login.example.com'
  const { protocol, hostname, username, search, hash } = new URL(address)
  if (username || search || hash) return 'Enter the URL without a username, question mark or #'
  if (protocol === 'https:') return null
  if (protocol !== 'http:') return 'The URL must start with https://'
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
    ? null
    : 'Use an https:// URL. Over plain http, sign-ins could be intercepted'
}

/** A sign-in provider as administrators see it (docs/spec/wire.md#single-sign-on). */
export const OidcProvider = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  name: z.string(),
  enabled: z.boolean(),
  provider: z.enum(['Google', 'Custom']),
  provider_url: z.string(),
  client_id: z.string(),
  /** Always ten bullets, whether a secret is stored or not. */
  client_secret: z.string(),
  /** The redirect URI to register with the provider. */
  redirect_uri: z.string(),
  logo_url: z.string(),
  /**
   * The provider is on a private address that the operator has not allowed. It only still works because it was set up before that became a
   * requirement.
   */
  needs_allowing: z.boolean(),
})
export type OidcProvider = z.infer<typeof OidcProvider>

export const OidcWrite = z.object({
  name: nonEmptyLine(140),
  provider: z.enum(['Google', 'Custom'], 'The provider must be Google or Custom').default('Custom'),
  /** The issuer, or the URL of its discovery document. */
  provider_url: z
    .string()
    .trim()
    .max(2000)
    .transform((url) => (url.endsWith(discoveryPath) ? url.slice(0, -discoveryPath.length) : url))
    .superRefine((url, { addIssue }) => {
      const message = issuerRefusal(url)
      if (message) addIssue({ code: 'custom', message })
    }),
  client_id: nonEmptyLine(1000),
  /** "" and ten bullets keep the stored value. */
  client_secret: z.string().trim().max(1000).default(''),
})
/** `id` is one that was reserved beforehand. */
export const OidcCreate = OidcWrite.extend({ id: id.optional() })
export const OidcUpdate = OidcWrite.extend({ enabled: z.boolean().default(false) })

/** Why signing in with a provider failed. The sign-in page shows a message for each. */
export const ssoFailures = [
  /** The provider is unknown or disabled. */
  'unavailable',
  /** Started in another browser, or too long ago. */
  'expired',
  'cancelled',
  'unreachable',
  /** The provider or its response is invalid. */
  'refused',
  'no_email',
  'unverified',
  /** No agent has this address. */
  'unknown',
  'disabled',
] as const
export type SsoFailure = (typeof ssoFailures)[number]

const tag = 'oidc'
export const listOidcProviders = endpoint({
  method: 'GET',
  path: '/api/v1/oidc',
  access: 'oidc:manage',
  summary: 'List the sign-in providers',
  tag,
  response: z.array(OidcProvider),
})
export const getOidcProvider = endpoint({
  method: 'GET',
  path: '/api/v1/oidc/:id',
  access: 'oidc:manage',
  summary: 'Get a sign-in provider',
  tag,
  params: idParams,
  response: OidcProvider,
})
export const reserveOidcProvider = endpoint({
  method: 'POST',
  path: '/api/v1/oidc/reservation',
  access: 'oidc:manage',
  summary: 'The redirect URI of the provider you add next, so you can register it there first',
  tag,
  response: z.object({ id, redirect_uri: z.string() }),
})
export const createOidcProvider = endpoint({
  method: 'POST',
  path: '/api/v1/oidc',
  access: 'oidc:manage',
  summary: 'Add a sign-in provider after reading its discovery document',
  tag,
  body: OidcCreate,
  response: OidcProvider,
})
export const OidcChanges = changesTo(OidcUpdate)
export const updateOidcProvider = endpoint({
  method: 'PUT',
  path: '/api/v1/oidc/:id',
  access: 'oidc:manage',
  summary: 'Change a sign-in provider',
  tag,
  params: idParams,
  body: OidcChanges,
  response: OidcProvider,
})
export const deleteOidcProvider = endpoint({
  method: 'DELETE',
  path: '/api/v1/oidc/:id',
  access: 'oidc:manage',
  summary: 'Delete a sign-in provider; agents sign in by other ways',
  tag,
  params: idParams,
  response: acknowledgement,
})
