import type { Configuration } from 'openid-client'
import { loadOpenidClient } from './discovery.ts'
import type { Flow } from './flow-cookie.ts'

export type Claims = {
  email: string
  verified: boolean
  /** When the provider last authenticated the person; null if it does not say. */
  authenticated_at: Date | null
}

/**
 * Exchanges the code for the person's claims. The library checks state, nonce, PKCE, issuer and signature. Throws errors that
 * `describeOidcError` can describe.
 */
export async function readClaims(config: Configuration, callback: URL, flow: Flow): Promise<Claims> {
  const { authorizationCodeGrant, fetchUserInfo } = await loadOpenidClient()
  const tokens = await authorizationCodeGrant(config, callback, {
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    pkceCodeVerifier: flow.code_verifier,
    idTokenExpected: true,
  })
  const token = tokens.claims()
  // The address may be in the token or only at the userinfo endpoint (OpenID Connect Core, section 5.4).
  const userInfo =
    token && token.email === undefined && config.serverMetadata().userinfo_endpoint
      ? await fetchUserInfo(config, tokens.access_token, token.sub)
      : token
  return {
    email: typeof userInfo?.email === 'string' ? userInfo.email.trim().toLowerCase() : '',
    // Some providers send a string.
    verified: userInfo?.email_verified === true || String(userInfo?.email_verified) === 'true',
    authenticated_at: typeof token?.auth_time === 'number' ? new Date(token.auth_time * 1000) : null,
  }
}
