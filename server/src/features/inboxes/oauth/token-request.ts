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

/** The provider said no, in its own words. `withdrawn`: asking again is of no use, somebody has to sign in again (RFC 6749 section 5.2). */
export class OAuthRefusal extends Error {
  override name = 'OAuthRefusal'
  readonly needsNewSignIn: boolean
  constructor(message: string, withdrawn: boolean) {
    super(message)
    this.needsNewSignIn = withdrawn
  }
}

const timeoutMs = 15_000

/** Asks a provider's token endpoint. Throws OAuthRefusal for what it refuses, another error when it cannot be reached. */
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
    throw new Error(`${new URL(url).host} could not be reached: ${error.message}`)
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return Tokens.parse(answer)
  const { data } = Refusal.safeParse(answer)
  if (!data) throw new Error(`${new URL(url).host} answered ${response.status}`)
  const words = `${data.error_description ?? data.error}`.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 500)
  throw new OAuthRefusal(words, data.error === 'invalid_grant' || data.error === 'interaction_required')
}

/** The address in an ID token that came from the token endpoint itself, so that TLS vouches for it (OpenID Connect Core 3.1.3.7). */
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
