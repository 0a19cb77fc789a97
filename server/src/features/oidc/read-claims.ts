import type { Configuration } from 'openid-client'
import { loadOpenidClient } from './discovery.ts'
import type { Flow } from './flow-cookie.ts'

export type Claims = {
  email: string
  verified: boolean
  /** When the provider last saw their password, or null where it does not tell. */
  authenticated_at: Date | null
}

/** Exchanges the code for who it is; state, nonce, PKCE, issuer and signature are checked by the library. Throws what `wordFailure` can say. */
export async function readClaims(config: Configuration, callback: URL, flow: Flow): Promise<Claims> {
  const { authorizationCodeGrant, fetchUserInfo } = await loadOpenidClient()
  const tokens = await authorizationCodeGrant(config, callback, {
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    pkceCodeVerifier: flow.code_verifier,
    idTokenExpected: true,
  })
  const token = tokens.claims()
  // The address may stand in the token or be told to whoever asks (OpenID Connect Core, section 5.4).
  const userInfo =
    token && token.email === undefined && config.serverMetadata().userinfo_endpoint
      ? await fetchUserInfo(config, tokens.access_token, token.sub)
      : token
  return {
    email: typeof userInfo?.email === 'string' ? userInfo.email.trim().toLowerCase() : '',
    // Some providers write it as a text.
    verified: userInfo?.email_verified === true || String(userInfo?.email_verified) === 'true',
    authenticated_at: typeof token?.auth_time === 'number' ? new Date(token.auth_time * 1000) : null,
  }
}
