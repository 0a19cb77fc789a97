import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type FakeOidcProvider = Awaited<ReturnType<typeof startFakeOidcProvider>>

export const testOidcClient = { client_id: 'parley', client_secret: 'a secret of the provider' }

/** Redirect URIs of a workspace's first providers, whose ids may have gaps: each opened form reserves one. */
export const redirectUris = (url: string): string[] =>
  [1, 2, 3, 4, 5].map((id) => `${url}/api/v1/oidc/${id}/finish`)

/**
 * A certified OpenID Connect provider on loopback with its own sign-in pages, which accept any address and password. Addresses starting
 * with "unverified" are reported as unverified, those starting with "nameless" are not reported at all.
 */
export async function startFakeOidcProvider({
  redirect_uris,
  host = 'localhost',
}: {
  redirect_uris: string[]
  /** Browsers treat localhost and 127.0.0.1 as two sites. */
  host?: 'localhost' | '127.0.0.1'
}) {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ ...testOidcClient, redirect_uris }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['for tests'] },
    pkce: { required: () => true },
    // Claims of a scope come from the userinfo endpoint, as specified.
    conformIdTokenClaims: true,
    findAccount: async (_ctx, sub) => ({
      accountId: sub,
      claims: async () => ({
        sub,
        name: sub,
        ...(!sub.startsWith('nameless') && { email: sub, email_verified: !sub.startsWith('unverified') }),
      }),
    }),
  })
  server.on('request', provider.callback())

  return {
    issuer,
    /** Goes through the provider's pages like a browser, and returns the URL it is redirected to at the end. */
    async signIn(authorization: string, address: string): Promise<URL> {
      const cookies = new Map<string, string>()
      const follow = async (url: string, form?: Record<string, string>) => {
        const reply = await fetch(url, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
          ...(form && { method: 'POST', body: new URLSearchParams(form) }),
        })
        for (const line of reply.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          if (value) cookies.set(name, value)
          else cookies.delete(name)
        }
        return { location: reply.headers.get('location'), page: await reply.text() }
      }
      let at = new URL(authorization)
      for (let steps = 0; steps < 10; steps++) {
        if (at.origin !== issuer) return at
        const { location, page } = await follow(at.href)
        if (location) at = new URL(location, at)
        else {
          const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? 'login'
          const answer = await follow(at.href, { prompt, login: address, password: 'any' })
          if (!answer.location) throw new Error(`The provider did not redirect: ${answer.page}`)
          at = new URL(answer.location, at)
        }
      }
      throw new Error('The provider keeps redirecting')
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
