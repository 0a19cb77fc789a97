import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createSmtpPools, sendingTimeouts } from '../../../mail-servers/send-smtp.ts'
import { type Dovecot, startDovecot } from '../../../testing/email/dovecot.ts'
import {
  type FakeOAuthServer,
  startFakeOAuthServer,
} from '../../../testing/fake-services/fake-oauth-provider.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { eventually } from '../../../testing/web-sockets.ts'
import { startMailboxWatchers } from '../../email/imap/mailbox-watchers.ts'
import { deliverMessage } from '../../email/sending/deliver-message.ts'
import { withAccessToken } from './access-token.ts'
import { type OAuthProviders, oauthProviders } from './oauth-providers.ts'

let t: TestApp
let provider: FakeOAuthServer
let dovecot: Dovecot
let providers: OAuthProviders
const smtp = { mails: 0, server: null as SMTPServer | null }
const account = 'team@acme.test'

beforeAll(async () => {
  provider = await startFakeOAuthServer()
  dovecot = await startDovecot({ introspection_url: `${provider.url}/introspect` })
  const server = new SMTPServer({
    authMethods: ['XOAUTH2'],
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth({ method, username, accessToken = '' }, _session, done) {
      const right = method === 'XOAUTH2' && username === account && provider.isActive(accessToken)
      if (right) done(null, { user: username })
      else done(Object.assign(new Error('5.7.8 Username and Password not accepted'), { responseCode: 535 }))
    },
    onData(stream, _session, done) {
      stream.resume().on('end', () => {
        smtp.mails++
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  smtp.server = server
  const port = (server.server.address() as AddressInfo).port // a TCP listener
  const local = {
    authorize_url: () => `${provider.url}/authorize`,
    token_url: () => `${provider.url}/token`,
    imap: { host: '127.0.0.1', port: dovecot.port, tls_type: 'none' },
    smtp: { host: '127.0.0.1', port, tls_type: 'none' },
    hosts: ['127.0.0.1'],
    reach: { isAllowed: (address: string) => address === '127.0.0.1' },
  } as const
  providers = {
    google: { ...oauthProviders.google, ...local },
    microsoft: { ...oauthProviders.microsoft, ...local },
  }
  t = await startTestApp({ oauth_providers: providers })
})
afterAll(async () => {
  await t.stop()
  smtp.server?.close()
  await dovecot.remove()
  await provider.stop()
})

const manager = async () => t.as(await t.make.agent({ permissions: ['inboxes:manage'] }))
type Browser = Awaited<ReturnType<typeof manager>>
const start = async (browser: Browser, id: number) =>
  (
    await browser.post(`/api/v1/inboxes/${id}/oauth/start`, {
      provider: 'google',
      client_id: provider.client.id,
      client_secret: provider.client.secret,
    })
  ).body.data.url as string
const finish = (browser: Browser, back: object) => browser.post('/api/v1/inboxes/oauth/finish', back)
async function connectInbox() {
  const browser = await manager()
  const { id } = await t.make.inbox()
  const answer = await finish(browser, provider.consent(await start(browser, id), account))
  expect(answer).toMatchObject({ status: 200 })
  return { id, browser, inbox: answer.body.data }
}
const tokens = (node = t.node) => ({ ...t, node, oauth_providers: providers })
const row = (id: number) =>
  t.db.selectFrom('inboxes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('signing in with PKCE and state connects the mailbox, stores encrypted tokens, and both mail servers accept them', async () => {
  const { id, browser, inbox } = await connectInbox()

  expect(inbox.oauth).toMatchObject({ provider: 'google', account, error: null })
  expect(inbox.config.imap[0]).toMatchObject({ host: '127.0.0.1', username: account, auth_protocol: 'oauth' })
  expect(JSON.stringify(inbox)).not.toMatch(/at\.|rt\.|client-secret/)
  const stored = JSON.stringify((await row(id)).oauth)
  expect(stored).not.toMatch(/at\.[0-9a-f]{24}|rt\.[0-9a-f]{24}|client-secret/)
  expect(JSON.stringify(await t.db.selectFrom('events').select('changes').execute())).not.toMatch(
    /at\.[0-9a-f]{24}|rt\.[0-9a-f]{24}|client-secret|v1\./,
  )
  const { body } = await browser.post('/api/v1/inboxes/test', { id, config: inbox.config })
  expect(body.data).toMatchObject([
    { server: 'imap', ok: true, answer: `Signed in as ${account}. INBOX contains 0 emails` },
    { server: 'smtp', ok: true, answer: `Signed in as ${account}` },
  ])
})

test('a state can be used once, only by the agent who started it, and only in time', async () => {
  const browser = await manager()
  const { id } = await t.make.inbox()
  const back = provider.consent(await start(browser, id), account)

  expect(await finish(await manager(), back)).toMatchObject({ status: 404 })
  expect(await finish(browser, { ...back, state: `${back.state}x` })).toMatchObject({ status: 404 })
  expect(await finish(browser, { ...back, code: 'made up' })).toMatchObject({
    status: 409,
    body: { message: 'Google rejected the sign-in: Bad Request' },
  })
  expect(await finish(browser, back)).toMatchObject({ status: 404 })

  const late = provider.consent(await start(browser, id), account)
  t.clock.advance(11 * 60_000)
  expect(await finish(browser, late)).toMatchObject({ status: 409 })
  expect((await row(id)).config).not.toMatchObject({ imap: [{ auth_protocol: 'oauth' }] })
})

test('a token is renewed before it expires, once for concurrent callers on all nodes, and never sent to other servers', async () => {
  const otherNode = await t.startTestNode()
  onTestFinished(() => otherNode.stop())
  const { id, inbox } = await connectInbox()
  const [server] = inbox.config.imap
  const first = await withAccessToken(tokens(), id, server)
  const requestsBefore = provider.requests.length
  expect((await withAccessToken(tokens(), id, server)).access_token).toBe(first.access_token)
  expect(provider.requests).toHaveLength(requestsBefore)

  t.clock.advance(56 * 60_000)
  const renewed = await Promise.all(
    [t.node, t.node, otherNode].map((node) => withAccessToken(tokens(node), id, server)),
  )
  expect(new Set(renewed.map(({ access_token }) => access_token)).size).toBe(1)
  expect(renewed[0]?.access_token).not.toBe(first.access_token)
  expect(provider.requests).toHaveLength(requestsBefore + 1)
  await expect(withAccessToken(tokens(), id, { ...server, host: 'imap.elsewhere.test' })).rejects.toThrow(
    /isn’t a server of Google/,
  )
})

test('mail is fetched and sent with a token, also when the token expired early', async () => {
  const { id } = await connectInbox()
  provider.expireTokens()
  await dovecot.append(account, 'From: Ada <ada@customer.test>\r\nMessage-ID: <oauth-1@c.test>\r\n\r\nHi\r\n')
  const watchers = startMailboxWatchers({ ...tokens(), first_retry_delay_ms: 50 })
  await eventually(
    async () =>
      (await t.db.selectFrom('mail_deliveries').select('id').where('inbox_id', '=', id).execute()).length > 0,
  )
  await watchers.stop()

  provider.expireTokens()
  const c = await t.make.conversation({ inbox_id: id })
  const agent = await t.as(await t.make.agent())
  const { body } = await agent.post(`/api/v1/conversations/${c.uuid}/messages`, {
    message: '<p>By token</p>',
    to: ['ada@customer.test'],
  })
  const pools = createSmtpPools({ ...sendingTimeouts, ehlo: t.ehlo })
  await deliverMessage({ ...tokens(), root_url: 'http://desk.parley.test', pools }, body.data.id)
  pools.close()
  const message = await t.db
    .selectFrom('messages')
    .select(['status', 'attempts'])
    .where('id', '=', body.data.id)
    .executeTakeFirstOrThrow()
  expect(message).toMatchObject({ status: 'sent', attempts: 1 })
  expect(smtp.mails).toBe(1)
})

test('withdrawn consent is shown on the inbox, and signing in again fixes it', async () => {
  const { id, browser, inbox } = await connectInbox()
  provider.expireTokens()
  provider.revokeConsent()
  const { access_token = '' } = await withAccessToken(tokens(), id, inbox.config.imap[0])
  const refused = withAccessToken(tokens(), id, inbox.config.imap[0], access_token)

  await expect(refused).rejects.toThrow(
    `Google no longer accepts the sign-in as ${account}. Open the inbox and sign in again (Token has been expired or revoked.)`,
  )
  const path = `/api/v1/inboxes/${id}`
  expect((await browser.get(path)).body.data.oauth.error).toMatch(/sign in again/)
  const back = provider.consent(await start(browser, id), account)
  expect((await finish(browser, back)).body.data.oauth.error).toBe(null)
  await withAccessToken(tokens(), id, inbox.config.imap[0])
})

test('disconnecting deletes the tokens and switches back to passwords', async () => {
  const { id, browser } = await connectInbox()
  const { body } = await browser.del(`/api/v1/inboxes/${id}/oauth`)
  expect(body.data).toMatchObject({ oauth: null, config: { imap: [{ auth_protocol: 'password' }] } })
  expect((await row(id)).oauth).toBe(null)
})
