import { describe, expect, test } from 'vitest'
import { readSystemMailData } from '../testing/email/system-mail-data.ts'
import { hashPassword } from './password.ts'
import {
  administrative,
  type Caller,
  setUpSignInAuthority,
  signedInWith,
  t,
} from './sign-in-authority-suite.ts'

setUpSignInAuthority()

const settingsPath = '/api/v1/settings/general'
const mailServerPath = '/api/v1/settings/notifications/email'
const template = async (name: string) =>
  t.db.selectFrom('templates').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
const provider = () =>
  t.db
    .insertInto('oidc_providers')
    .values({
      ...{ created_at: t.clock.now(), updated_at: t.clock.now(), provider: 'Custom', client_id: 'desk' },
      ...{ name: `Login ${Math.random()}`, provider_url: 'https://login.example.com', enabled: false },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
const providerBody = async () => {
  const { id, name, client_id, provider_url } = await provider()
  return { id, body: { name, provider: 'Custom', provider_url, client_id, enabled: false } }
}
let lifetimeDays = 30

/** Each changes something about how people sign in, using only the permission of its area. */
const changes: Record<string, { permission: string; change: (by: Caller) => ReturnType<Caller['put']> }> = {
  'the root URL': {
    permission: 'general_settings:manage',
    change: (by) =>
      by.put(settingsPath, { 'app.root_url': `https://${Math.random().toString(36).slice(2)}.test` }),
  },
  'the required second factor': {
    permission: 'general_settings:manage',
    change: async (by) => {
      const stored = await t.db
        .selectFrom('settings')
        .select('value')
        .where('key', '=', 'app.require_second_factor')
        .executeTakeFirst()
      await t.db.deleteFrom('settings').where('key', '=', 'app.require_second_factor').execute()
      expect(stored?.value ?? false).toBe(false)
      const answer = await by.put(settingsPath, { 'app.require_second_factor': true })
      await t.db.deleteFrom('settings').where('key', '=', 'app.require_second_factor').execute()
      return answer
    },
  },
  'the session lifetime': {
    permission: 'general_settings:manage',
    change: (by) => by.put(settingsPath, { 'app.session_lifetime_days': ++lifetimeDays }),
  },
  'the mail server': {
    permission: 'notification_settings:manage',
    change: (by) => by.put(mailServerPath, { 'notification.email.host': `mail${Math.random()}.test` }),
  },
  'the mail server of a test mail': {
    permission: 'notification_settings:manage',
    change: (by) =>
      by
        .post(`${mailServerPath}/test`, { 'notification.email.host': 'evil.test', to: 'me@evil.test' })
        .then((answer) => (answer.status === 400 ? { ...answer, status: 200 } : answer)),
  },
  'the invitation template': {
    permission: 'templates:manage',
    change: async (by) => {
      const { id, name, type, subject, body } = await template('Invitation')
      return by.put(`/api/v1/templates/${id}`, { name, type, subject: `${subject}!`, body })
    },
  },
  'the template of security notices': {
    permission: 'templates:manage',
    change: async (by) => {
      const { id, name, type, subject, body } = await template('Security change')
      return by.put(`/api/v1/templates/${id}`, { name, type, subject, body: `${body}<p>.</p>` })
    },
  },
  'a sign-in provider': {
    permission: 'oidc:manage',
    change: async (by) => {
      const { id, body } = await providerBody()
      return by.put(`/api/v1/oidc/${id}`, { ...body, provider_url: 'https://evil.example.com' })
    },
  },
  'the deletion of a sign-in provider': {
    permission: 'oidc:manage',
    change: async (by) => by.del(`/api/v1/oidc/${(await provider()).id}`),
  },
}

describe.each(Object.entries(changes))('%s', (_name, { permission, change }) => {
  test('requires every administrative permission, not just that of its area', async () => {
    for (const permissionList of [[permission], administrative.filter((one) => one !== 'tags:manage')]) {
      const answer = await change(await signedInWith(permissionList))
      expect(answer.status).toBe(403)
      expect(answer.body.message).toContain('how people sign in')
      expect(answer.body.data).toBeNull()
    }
  })

  test('needs confirmation when the sign-in is older than ten minutes, and says so to clients', async () => {
    const answer = await change(await signedInWith(administrative, { stale: true }))
    expect([answer.status, answer.body.data]).toEqual([403, { reason: 'confirmation_required' }])
  })

  test('is refused for every API key', async () => {
    const { id } = await t.make.agent({ permissions: t.make.allPermissions })
    const admin = await signedInWith(t.make.allPermissions)
    const key = (await admin.post(`/api/v1/agents/${id}/api-key`, {})).body.data
    const headers = { authorization: `token ${key.api_key}:${key.api_secret}` }
    const by = (method: 'PUT' | 'POST' | 'DELETE') => (url: string, payload?: object) =>
      t.send({ method, url, headers, ...(payload && { payload }) })
    const answer = await change({
      ...{ put: by('PUT'), post: by('POST'), del: by('DELETE') },
      ...{ get: admin.get, token: '' },
    })
    expect(answer.status).toBe(403)
    expect(answer.body.message).toContain('API keys')
  })

  test('is allowed for someone with every administrative permission who just signed in', async () => {
    const answer = await change(await signedInWith(administrative))
    expect(answer).toMatchObject({ status: 200 })
  })
})

test('a form of an old client that sends sign-in settings unchanged can save the others', async () => {
  const admin = await signedInWith(['general_settings:manage'], { stale: true })
  const now = (await admin.get(settingsPath)).body.data
  const answer = await admin.put(settingsPath, { ...now, 'app.site_name': 'Acme' })
  expect(answer).toMatchObject({ status: 200 })
  expect((await admin.get(settingsPath)).body.data['app.site_name']).toBe('Acme')
  const mail = await signedInWith(['notification_settings:manage'], { stale: true })
  expect((await mail.put(mailServerPath, (await mail.get(mailServerPath)).body.data)).status).toBe(200)
  const { id, body } = await providerBody()
  const oidc = await signedInWith(['oidc:manage'], { stale: true })
  expect((await oidc.put(`/api/v1/oidc/${id}`, body)).status).toBe(200)
  const { id: template_id, ...values } = await template('Password reset')
  const templates = await signedInWith(['templates:manage'], { stale: true })
  expect((await templates.put(`/api/v1/templates/${template_id}`, values)).status).toBe(200)
})

test('sending back the effective root URL is no change while none is stored', async () => {
  await t.db.deleteFrom('settings').where('key', '=', 'app.root_url').execute()
  const admin = await signedInWith(['general_settings:manage'], { stale: true })
  const root_url = (await admin.get(settingsPath)).body.data['app.root_url']
  expect((await admin.put(settingsPath, { 'app.root_url': root_url })).status).toBe(200)
})

test('every administrator is notified by email, regardless of who made the change, and no one else', async () => {
  const petra = await t.make.agent({ first_name: 'Petra', permissions: administrative })
  const other = await t.make.agent({ permissions: administrative })
  const limited = await t.make.agent({ permissions: ['general_settings:manage'] })
  await (await t.as(petra)).put(settingsPath, { 'app.root_url': 'https://new.parley.test' })
  const mails = await readSystemMailData(t)
  const notified = mails.map(({ agent_id }) => agent_id)
  expect(notified).toEqual(expect.arrayContaining([petra.id, other.id]))
  expect(notified).not.toContain(limited.id)
  expect(mails.every(({ template, data }) => template === 'Security change' && data.security)).toBe(true)
  expect(mails.find(({ agent_id }) => agent_id === other.id)?.data).toMatchObject({
    security: { kind: 'root_url_changed' },
    author_id: petra.id,
  })
})

test('the notice of a new mail server is also sent through the previous one', async () => {
  const admin = await signedInWith(administrative)
  const server = (host: string) => ({
    'notification.email.enabled': true,
    'notification.email.email_address': 'Parley <desk@acme.test>',
    'notification.email.host': host,
  })
  await admin.put(mailServerPath, server('mail.acme.test'))
  await t.db.deleteFrom('system_mails').execute()
  await admin.put(mailServerPath, server('mail.evil.test'))
  const hosts = (await readSystemMailData(t)).map(({ data }) => data.server?.['notification.email.host'])
  expect(new Set(hosts)).toEqual(new Set(['mail.acme.test', undefined]))
})

describe('identity confirmation', () => {
  const password = 'Correct-horse-1'
  const path = '/api/v1/agents/me/confirmation'

  async function petra() {
    const agent = await t.make.agent({ permissions: administrative })
    await t.db
      .updateTable('agents')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', agent.id)
      .execute()
    return { agent, here: await t.as(agent, { stale: true }), there: await t.as(agent, { stale: true }) }
  }

  test('the password confirms this session for ten minutes', async () => {
    const { here, there } = await petra()
    const save = (by: Caller) => by.put(settingsPath, { 'app.session_lifetime_days': ++lifetimeDays })
    expect((await here.get(path)).body.data).toEqual({
      confirmed_until: null,
      methods: { password: true, passkey: false, oidc: [] },
    })
    expect((await here.post(path, { password: 'Wrong-horse-1' })).status).toBe(400)
    expect((await save(here)).status).toBe(403)
    const until = new Date(t.clock.now().getTime() + 600_000).toISOString()
    expect((await here.post(path, { password })).body.data.confirmed_until).toBe(until)
    expect((await save(here)).status).toBe(200)
    expect((await save(there)).status).toBe(403)
    t.clock.advance(600_000)
    expect((await save(here)).status).toBe(403)
    expect((await here.get(path)).body.data.confirmed_until).toBeNull()
  })

  test('attempts are rate-limited', async () => {
    const { here } = await petra()
    for (let n = 0; n < 10; n++) await here.post(path, { password: 'Wrong-horse-1' })
    expect((await here.post(path, { password })).status).toBe(429)
  })

  test('invalid input is rejected at its field', async () => {
    const { here } = await petra()
    expect((await here.post(path, {})).status).toBe(400)
    expect((await here.post(path, { ticket: 'x' })).status).toBe(400)
  })
})
