import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { allowPublicAnd } from '../../http/outbound/allowed-addresses.ts'
import {
  type FakeOidcProvider,
  startFakeOidcProvider,
  testOidcClient,
} from '../../testing/fake-services/fake-oidc-provider.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

export let t: TestApp

export let idp: FakeOidcProvider

export let admin: Awaited<ReturnType<TestApp['as']>>

let faultyProvider: Server

/** Paths requested from the faulty provider. */
export const requestedUrls: string[] = []

/** Responses of servers that are not providers, or broken ones. */
const faultyResponses: Record<string, (origin: string) => string> = {
  '/page': () => '<h1>Welcome</h1>',
  '/other': () => JSON.stringify({ issuer: 'https://elsewhere.example.com' }),
  '/plain': (origin) =>
    JSON.stringify({
      issuer: `${origin}/plain`,
      authorization_endpoint: `${origin}/authorize`,
      // Also resolves to this server, under a name other than loopback's.
      token_endpoint: `${origin.replace('127.0.0.1', '[::ffff:127.0.0.1]')}/token`,
    }),
  '/endless': () => ' '.repeat(1_200_000),
}

export const faultyUrl = (path: string) =>
  `http://127.0.0.1:${(faultyProvider.address() as AddressInfo).port}${path}`

export const write = () => ({
  name: 'Company',
  provider: 'Custom',
  provider_url: idp.issuer,
  ...testOidcClient,
})

export function setUpOidc() {
  beforeAll(async () => {
    requestedUrls.length = 0
    // "localhost" is both.
    t = await startTestApp({ oidc_reach: { isAllowed: allowPublicAnd(['127.0.0.1', '::1']) } })
    admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
    idp = await startFakeOidcProvider({
      redirect_uris: [1, 2, 3].map((n) => `http://desk.parley.test/api/v1/oidc/${n}/finish`),
    })
    faultyProvider = createServer((request, reply) => {
      requestedUrls.push(request.url ?? '')
      const path = (request.url ?? '').replace('/.well-known/openid-configuration', '')
      const origin = `http://${request.headers.host}`
      const body = faultyResponses[path]?.(origin)
      reply.statusCode = body === undefined ? 503 : 200
      reply.setHeader('content-type', path === '/page' ? 'text/html' : 'application/json')
      reply.end(body)
    })
    await new Promise<void>((done) => faultyProvider.listen(0, '127.0.0.1', done))
  })
  afterAll(async () => {
    faultyProvider.close()
    await idp.stop()
    await t.stop()
  })
}
