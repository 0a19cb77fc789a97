import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allowPublicAnd } from '../../../http/outbound/allowed-addresses.ts'
import { hashToken } from '../../../identity/sessions/session.ts'
import { type PushService, startPushService } from '../../../testing/fake-services/push-service.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { startTestEngines } from '../../../testing/test-engines.ts'
import { mention } from '../centre/centre-suite.ts'
import { pushDelayMs } from '../channels/enqueue-pushes.ts'

let t: TestApp
let service: PushService
let engines: ReturnType<typeof startTestEngines>
let admin: Awaited<ReturnType<TestApp['as']>>
const network = { isAllowed: allowPublicAnd(['127.0.0.1']) }
const path = '/api/v1/push/subscriptions'
beforeAll(async () => {
  t = await startTestApp({ push_reach: network })
  service = await startPushService()
  engines = startTestEngines(t, { push_network: network })
  admin = await t.as(await t.make.agent({ first_name: 'Petra', permissions: t.make.allPermissions }))
  await engines.settle()
})
afterAll(async () => {
  await service.stop()
  await t.stop()
})
beforeEach(async () => {
  await engines.advance(3_600_000)
  service.received.length = 0
  service.respond(() => ({ status: 201 }))
})

/** An agent with a browser that receives push messages. */
async function makeReader(preferences: object = {}) {
  const agent = await t.make.agent()
  const browser = await t.as(agent)
  const { public_key } = (await browser.get('/api/v1/push/key')).body.data
  const subscription = { ...service.subscribe(), public_key }
  const saved = await browser.post(path, subscription)
  expect(saved.status).toBe(200)
  if (Object.keys(preferences).length > 0)
    expect((await browser.put('/api/v1/agents/me/preferences', preferences)).status).toBe(200)
  return { agent, browser, public_key, subscription }
}

async function mentionIn(c: { uuid: string }, ...agents: { id: number }[]) {
  const message = `<p>${agents.map(({ id }) => mention('agent', id)).join(' ')} the secret is out</p>`
  expect(
    (await admin.post(`/api/v1/conversations/${c.uuid}/messages`, { message, private: true })).status,
  ).toBe(200)
  await engines.settle()
}
const payloads = () => service.received.map(({ payload }) => payload)

test('a mention is pushed once, encrypted and signed, and says no more than the agent allows', async () => {
  const { agent, browser, public_key } = await makeReader()
  const c = await t.make.conversation({ subject: 'Lamp & oak' })
  await mentionIn(c, agent)
  await mentionIn(c, agent)
  expect(service.received, 'it is delayed').toEqual([])
  await engines.advance(pushDelayMs)
  expect(service.problems).toEqual([])
  expect(payloads()).toEqual([
    {
      title: 'Parley',
      body: `Petra mentioned you in a note (#${c.reference_number})`,
      path: `/inboxes/all/conversation/${c.uuid}`,
      tag: expect.any(String),
    },
  ])
  expect(service.received[0]).toMatchObject({
    public_key,
    claims: { sub: 'mailto:postmaster@desk.parley.test' },
  })
  await browser.put('/api/v1/agents/me/preferences', { push_preview: true })
  await mentionIn(c, agent)
  await engines.advance(pushDelayMs)
  expect(payloads()[1]).toMatchObject({ body: expect.stringMatching(/^Lamp & oak\n.*the secret is out/) })
  expect((await browser.get(path)).body.data).toMatchObject([
    { is_current: true, last_error: null, last_pushed_at: expect.any(String) },
  ])
})

test('nothing is pushed that was read in time, that the agent muted, lost access to, or in quiet hours', async () => {
  const read = await makeReader()
  const muted = await makeReader({ muted_channels: ['push:mention'] })
  const hour = t.clock.now().getUTCHours()
  const at = (offset: number) => `${String((hour + offset + 24) % 24).padStart(2, '0')}:00`
  const asleep = await makeReader({ quiet_hours: { from: at(-1), until: at(2) } })
  const blind = await makeReader()
  const c = await t.make.conversation()
  await mentionIn(c, read.agent, muted.agent, asleep.agent, blind.agent)
  await read.browser.put(`/api/v1/conversations/${c.uuid}/last-seen`, {})
  await t.db.deleteFrom('agent_roles').where('agent_id', '=', blind.agent.id).execute()
  await engines.advance(pushDelayMs)
  expect(payloads()).toEqual([])
  const shown = await asleep.browser.get('/api/v1/notifications')
  expect(shown.body.data.results, 'the app shows it').toHaveLength(1)
})

test('a browser that has unsubscribed is forgotten', async () => {
  for (const status of [404, 410]) {
    const { agent, browser } = await makeReader()
    service.respond(() => ({ status }))
    await mentionIn(await t.make.conversation(), agent)
    await engines.advance(pushDelayMs)
    expect((await browser.get(path)).body.data).toEqual([])
  }
  const attempts = service.received.length
  await engines.advance(3_600_000)
  expect(service.received).toHaveLength(attempts)
})

test('a busy push service gets it again, not before it allows, and only for a while', async () => {
  const { agent, browser } = await makeReader()
  let answers = [{ status: 429, retry_after: '300' }, { status: 500 }, { status: 201 }]
  service.respond(() => answers.shift() ?? { status: 500 })
  const c = await t.make.conversation()
  await mentionIn(c, agent)
  await engines.advance(pushDelayMs)
  expect((await browser.get(path)).body.data[0].last_error).toBe('The push service responded with 429')
  await engines.advance(299_000)
  expect(service.received).toHaveLength(1)
  await engines.advance(2_000)
  expect(service.received).toHaveLength(2)
  await engines.advance(200_000)
  expect(service.received).toHaveLength(3)
  expect((await browser.get(path)).body.data[0].last_error).toBeNull()
  answers = []
  await browser.put('/api/v1/notifications/read', {})
  await mentionIn(c, agent)
  await engines.advance(86_400_000)
  expect(service.received, 'five attempts').toHaveLength(8)
})

test('signing out, ending the session elsewhere and disabling the agent end push in that browser', async () => {
  const [one, two, three] = [await makeReader(), await makeReader(), await makeReader()]
  await t.app.inject({ method: 'POST', url: '/logout', cookies: { parley_session: one.browser.token } })
  const sessions = (await two.browser.get('/api/v1/agents/me/sessions')).body.data
  await two.browser.del(`/api/v1/agents/me/sessions/${sessions[0].uuid}`)
  expect((await admin.put(`/api/v1/agents/${three.agent.id}`, { enabled: false })).status).toBe(200)
  const left = await t.db
    .selectFrom('push_subscriptions')
    .select('agent_id')
    .where('agent_id', 'in', [one.agent.id, two.agent.id, three.agent.id])
    .execute()
  expect(left).toEqual([])
})

test('an expired session gets no push, although it is not deleted yet', async () => {
  const { agent, browser } = await makeReader()
  await mentionIn(await t.make.conversation(), agent)
  await t.db
    .updateTable('sessions')
    .set({ expires_at: new Date(t.clock.now().getTime() + 1000) })
    .where('id_hash', '=', hashToken(browser.token))
    .execute()
  await engines.advance(pushDelayMs)
  expect(payloads()).toEqual([])
})

test('subscriptions belong to their agent, one per browser, and an endpoint moves with the browser', async () => {
  const { agent, browser, subscription } = await makeReader()
  const other = await makeReader()
  const [mine] = (await browser.get(path)).body.data
  expect((await other.browser.del(`${path}/${mine.uuid}`)).status).toBe(404)
  const again = await browser.post(path, { ...service.subscribe(), public_key: subscription.public_key })
  expect((await browser.get(path)).body.data.map(({ uuid }: { uuid: string }) => uuid)).toEqual([
    again.body.data.uuid,
  ])
  expect((await other.browser.post(path, { ...subscription, endpoint: subscription.endpoint })).status).toBe(
    200,
  )
  expect((await browser.del(`${path}/${again.body.data.uuid}`)).status).toBe(200)
  expect((await browser.get(path)).body.data).toEqual([])
  expect(agent.id).not.toBe(other.agent.id)
})

test('of more than 20 browsers of an agent, those that were added last get messages', async () => {
  const { agent, browser, public_key } = await makeReader()
  const [oldest] = (await browser.get(path)).body.data
  const added: string[] = []
  for (let n = 0; n < 20; n++) {
    t.clock.advance(1_000)
    const saved = await (await t.as(agent)).post(path, { ...service.subscribe(), public_key })
    added.push(saved.body.data.uuid)
  }
  const listed = (await browser.get(path)).body.data.map(({ uuid }: { uuid: string }) => uuid)
  expect(listed).toEqual(added.reverse())
  expect(listed).not.toContain(oldest.uuid)
})

test.each([
  'http://push.example.com/x',
  'https://10.0.0.8/x',
  'https://169.254.169.254/latest',
  'ftp://127.0.0.1/x',
  'https://user:pass@1.1.1.1/x',
  'https://no-such-name.invalid/x',
])('a browser cannot make the server contact %s, and learns nothing about its network', async (endpoint) => {
  const { browser, subscription } = await makeReader()
  const answer = await browser.post(path, { ...subscription, endpoint })
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toEqual([
    expect.objectContaining({
      path: 'endpoint',
      message: 'Push services are reached by https on the public internet',
    }),
  ])
})

test('the keys are created once, also by simultaneous requests, and stored encrypted', async () => {
  await t.db.deleteFrom('push_keys').execute()
  const keys = await Promise.all([1, 2, 3, 4].map(() => admin.get('/api/v1/push/key')))
  expect(new Set(keys.map(({ body }) => body.data.public_key)).size).toBe(1)
  const stored = await t.db.selectFrom('push_keys').selectAll().executeTakeFirstOrThrow()
  expect(stored.private_key).toMatch(/^v1\./)
  expect(t.secrets.open(stored.private_key)).toHaveLength(43)
})
