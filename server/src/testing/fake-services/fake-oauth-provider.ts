import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** An authorisation server on loopback that behaves like Google's and Microsoft's: code with PKCE, refresh, introspection. */
export type FakeOAuthServer = {
  url: string
  client: { id: string; secret: string }
  /** The user consents: returns the code that the browser would come back with. Throws for a request that a provider would reject. */
  consent(authorize_url: string, account: string): { code: string; state: string }
  /** Invalidates all access tokens. */
  expireTokens(): void
  /** Invalidates all refresh tokens. */
  revokeConsent(): void
  isActive(token: string): boolean
  /** The forms that the token endpoint received. */
  requests: Record<string, string>[]
  stop(): Promise<void>
}

export async function startFakeOAuthServer(): Promise<FakeOAuthServer> {
  const client = { id: 'parley-client', secret: 'client-secret' }
  const codes = new Map<string, { challenge: string; redirect_uri: string; account: string }>()
  const accountByRefreshToken = new Map<string, string>()
  const accountByAccessToken = new Map<string, string>()
  const requests: Record<string, string>[] = []

  const issueTokens = (account: string, refresh_token?: string) => {
    const access_token = `at.${randomBytes(12).toString('hex')}`
    accountByAccessToken.set(access_token, account)
    const claims = Buffer.from(JSON.stringify({ email: account })).toString('base64url')
    return {
      access_token,
      expires_in: 3599,
      token_type: 'Bearer',
      id_token: `e30.${claims}.c2ln`,
      ...(refresh_token && { refresh_token }),
    }
  }
  const oauthError = (error: string, error_description: string) => ({ error, error_description })

  function answer(form: Record<string, string>) {
    if (form.client_id !== client.id || form.client_secret !== client.secret)
      return oauthError('invalid_client', 'The OAuth client was not found.')
    if (form.grant_type === 'refresh_token') {
      const account = accountByRefreshToken.get(form.refresh_token ?? '')
      return account
        ? issueTokens(account)
        : oauthError('invalid_grant', 'Token has been expired or revoked.')
    }
    const code = codes.get(form.code ?? '')
    codes.delete(form.code ?? '')
    const challenge = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url')
    if (!code || code.challenge !== challenge || code.redirect_uri !== form.redirect_uri)
      return oauthError('invalid_grant', 'Bad Request')
    const refresh_token = `rt.${randomBytes(12).toString('hex')}`
    accountByRefreshToken.set(refresh_token, code.account)
    return issueTokens(code.account, refresh_token)
  }

  const server = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    const isIntrospection = request.url?.startsWith('/introspect')
    const account = accountByAccessToken.get(form.token ?? '')
    if (!isIntrospection) requests.push(form)
    const body = isIntrospection
      ? account
        ? { active: true, email: account }
        : { active: false }
      : answer(form)
    response.writeHead('error' in body ? 400 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // listens on TCP

  return {
    url,
    client,
    requests,
    consent(authorize_url, account) {
      const query = Object.fromEntries(new URL(authorize_url).searchParams)
      if (
        query.client_id !== client.id ||
        query.response_type !== 'code' ||
        query.code_challenge_method !== 'S256'
      )
        throw new Error(`Refused: ${authorize_url}`)
      const code = randomBytes(8).toString('hex')
      const { code_challenge: challenge = '', redirect_uri = '', state = '' } = query
      codes.set(code, { challenge, redirect_uri, account })
      return { code, state }
    },
    expireTokens: () => accountByAccessToken.clear(),
    revokeConsent: () => accountByRefreshToken.clear(),
    isActive: (token) => accountByAccessToken.has(token),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
