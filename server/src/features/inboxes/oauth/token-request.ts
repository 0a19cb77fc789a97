import { z } from 'zod'
import { outboundFetch } from '../../../http/outbound/fetch-adapter.ts'
import type { NetworkAccess } from '../../../http/outbound/fetch-outbound.ts'

const Tokens = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().default(3600),
  refresh_token: z.string().optional(),
  id_token: z.string().optional(),
})
export type Tokens = z.infer<typeof Tokens>

const Refusal = z.object({ error: z.string(), error_description: z.string().optional() })

/**
 * The provider refused, with its own message. `needsNewSignIn`: retrying is useless, someone has to sign in again
 * (RFC 6749 section 5.2).
 */
export class OAuthRefusal extends Error {
  override name = 'OAuthRefusal'
  readonly needsNewSignIn: boolean
  constructor(message: string, withdrawn: boolean) {
    super(message)
    this.needsNewSignIn = withdrawn
  }
}

const timeoutMs = 15_000

/**
 * Calls a provider's token endpoint. Throws OAuthRefusal if it refuses, and another error if it cannot be reached.
 */
export async function requestTokens(
  url: string,
  form: Record<string, string>,
  reach: NetworkAccess = {},
): Promise<Tokens> {
  const response = await outboundFetch(reach)(url, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error) => {
    throw new Error(`${new URL(url).host} couldn’t be reached: ${error.message}`)
  })
  const responseBody: unknown = await response.json().catch(() => null)
  if (response.ok) return Tokens.parse(responseBody)
  const { data } = Refusal.safeParse(responseBody)
  if (!data) throw new Error(`${new URL(url).host} answered ${response.status}`)
  const message = `${data.error_description ?? data.error}`.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 500)
  throw new OAuthRefusal(message, data.error === 'invalid_grant' || data.error === 'interaction_required')
}

/**
 * The email address in an ID token that came from the token endpoint itself, so that TLS authenticates it (OpenID
 * Connect Core 3.1.3.7).
 */
export function accountFromIdToken(id_token: string | undefined): string | null {
  const [, payload = ''] = id_token?.split('.') ?? []
  try {
    const claims = z
      .object({ email: z.string().optional(), preferred_username: z.string().optional() })
      .parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
    return (claims.email ?? claims.preferred_username)?.toLowerCase() ?? null
  } catch {
    return null
  }
}
