import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type FakeOidcProvider = Awaited<ReturnType<typeof startFakeOidcProvider>>

export const testOidcClient = { client_id: 'parley', client_secret: 'a secret of the provider' }

/**
 * A certified OpenID Connect provider on loopback, with its own pages for signing in: whoever types an address and any password has that
 * address. Addresses that begin with "unverified" are not verified, those with "nameless" are not told at all.
 */
export async function startFakeOidcProvider({
  redirect_uris,
  host = 'localhost',
}: {
  redirect_uris: string[]
  /** To a browser, localhost and 127.0.0.1 are two sites. */
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
    // Claims of a scope come by the userinfo endpoint, as the specification has it.
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
    /** Walks through the provider's pages as a browser would, and answers the address that it is sent back to. */
    async signIn(authorization: string, address: string): Promise<URL> {
      const cookies = new Map<string, string>()
      const go = async (url: string, form?: Record<string, string>) => {
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
        const { location, page } = await go(at.href)
        if (location) at = new URL(location, at)
        else {
          const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? 'login'
          const answer = await go(at.href, { prompt, login: address, password: 'any' })
          if (!answer.location) throw new Error(`The provider stays at its page: ${answer.page}`)
          at = new URL(answer.location, at)
        }
      }
      throw new Error('The provider does not come to an end')
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
