import { generate } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { hashPassword } from '../auth/password.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())
beforeEach(async () => {
  await t.db.deleteFrom('rate_limits').execute()
})

const password = 'Correct-horse-1'
async function somebody() {
  const { id } = await t.make.agent({ permissions: [] })
  const { email } = await t.db
    .updateTable('agents')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirstOrThrow()
  return { id, email }
}
const login = (email: string, secret = password) =>
  t.send({ method: 'POST', url: '/api/v1/auth/login', payload: { email, password: secret } })
const secondStep = (ticket: string, code: string) =>
  t.send({ method: 'POST', url: '/api/v1/auth/second-factor', payload: { ticket, code } })
const isIn = async (browser: { get(path: string): Promise<{ status: number }> }) =>
  (await browser.get('/api/v1/agents/me')).status === 200
const wrongCodes = ['000000', '12345', 'abcd-efgh-jkmn-pqrs', "' or 1=1"]

const sessions = '/api/v1/agents/me/sessions'

test('agents see where they are signed in, and end one place or all others at once', async () => {
  const ana = await somebody()
  await login(ana.email)
  t.clock.advance(60_000)
  const [here, phone, tablet] = [await t.as(ana), await t.as(ana), await t.as(ana)]
  const listed = (await here.get(sessions)).body.data
  expect(listed).toHaveLength(4)
  expect(listed.filter((one: { is_current: boolean }) => one.is_current)).toHaveLength(1)
  expect(listed.at(-1)).toMatchObject({ ip: '127.0.0.1', user_agent: 'lightMyRequest', is_current: false })
  expect(JSON.stringify(listed)).not.toMatch(/hash|token/)

  const uuid = (await phone.get(sessions)).body.data.find(
    (one: { is_current: boolean }) => one.is_current,
  ).uuid
  const stranger = await t.as(await somebody())
  expect((await stranger.del(`${sessions}/${uuid}`)).status).toBe(404)
  expect(await isIn(phone)).toBe(true)
  expect((await here.del(`${sessions}/${uuid}`)).body).toMatchObject({ data: true })
  expect((await here.del(`${sessions}/${uuid}`)).status).toBe(404)
  expect([await isIn(here), await isIn(phone), await isIn(tablet)]).toEqual([true, false, true])

  expect((await here.del(sessions)).status).toBe(200)
  expect([await isIn(here), await isIn(tablet)]).toEqual([true, false])
  expect((await here.get(sessions)).body.data).toHaveLength(1)
  expect(await isIn(stranger)).toBe(true)
})

const change = '/api/v1/agents/me/password'

test('a password is changed with the old one; every other session ends, and this one stays', async () => {
  const ana = await somebody()
  const [here, phone] = [await t.as(ana), await t.as(ana)]
  const write = (old_password: string, new_password: string) =>
    here.put(change, { old_password, new_password })
  expect(await write('Wrong-horse-1', 'Correct-horse-2')).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'old_password' }] },
  })
  for (const weak of ['', 'short', 'no-digits-Here', `Aa1-${'x'.repeat(70)}`])
    expect(await write(password, weak)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'new_password' }] },
    })
  expect([await isIn(phone), (await login(ana.email)).status]).toEqual([true, 200])

  expect((await write(password, 'Correct-horse-2')).body).toMatchObject({ data: true })
  expect([await isIn(here), await isIn(phone)]).toEqual([true, false])
  expect((await login(ana.email)).status).toBe(400)
  expect((await login(ana.email, 'Correct-horse-2')).status).toBe(200)
  const logged = await t.db
    .selectFrom('events')
    .select(['type', 'changes'])
    .where('object_id', '=', ana.id)
    .execute()
  expect(JSON.stringify(logged)).not.toMatch(/argon2|Correct-horse/)
  expect(logged).toContainEqual({ type: 'agent.changed', changes: { password: [null, null] } })
})

test('the old password is not guessed: ten tries, then a pause; API keys do not change it at all', async () => {
  const ana = await somebody()
  const here = await t.as(ana)
  const guess = () => here.put(change, { old_password: 'Wrong-horse-1', new_password: 'Correct-horse-2' })
  for (let n = 0; n < 10; n++) expect((await guess()).status).toBe(400)
  expect((await guess()).status).toBe(429)
  await t.db.deleteFrom('rate_limits').execute()

  const admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const key = (await admin.post(`/api/v1/agents/${ana.id}/api-key`, {})).body.data
  const byKey = await t.send({
    method: 'PUT',
    url: change,
    headers: { authorization: `token ${key.api_key}:${key.api_secret}` },
    payload: { old_password: password, new_password: 'Correct-horse-2' },
  })
  expect(byKey.status).toBe(403)
})

const factor = '/api/v1/agents/me/second-factor'
const codeOf = (secret: string, steps = 0) =>
  generate({ secret, epoch: Math.floor(t.clock.now().getTime() / 1000) + steps * 30 })

/** Somebody with codes on, and a minute later, so that the next code is a new one. */
async function withCodes() {
  const ana = await somebody()
  const here = await t.as(ana)
  const { secret } = (await here.post(`${factor}/totp`, { password })).body.data
  const { recovery_codes } = (await here.put(`${factor}/totp`, { code: await codeOf(secret) })).body.data
  t.clock.advance(60_000)
  return { ...ana, here, secret, recovery_codes: recovery_codes as string[] }
}

test('codes are on only once a first one was shown; the secret is sealed, and other sessions end', async () => {
  const ana = await somebody()
  const [here, phone] = [await t.as(ana), await t.as(ana)]
  const start = (secret = password) => here.post(`${factor}/totp`, { password: secret })
  expect(await start('Wrong-horse-1')).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'password' }] },
  })
  expect((await here.put(`${factor}/totp`, { code: '123456' })).status).toBe(409)
  const begun = (await start()).body.data
  expect(begun.uri).toContain(`otpauth://totp/Parley:${encodeURIComponent(ana.email)}?secret=${begun.secret}`)
  expect(begun.qr_svg).toMatch(/^<svg/)
  expect((await login(ana.email)).status, 'not yet in force').toBe(200)
  for (const code of wrongCodes)
    expect((await here.put(`${factor}/totp`, { code })).body).toMatchObject({ errors: [{ path: 'code' }] })
  expect((await here.get(factor)).body.data).toEqual({
    totp: { enabled: false, since: null },
    passkeys: 0,
    recovery_codes_left: 0,
    is_required: false,
  })

  const on = await here.put(`${factor}/totp`, { code: await codeOf(begun.secret) })
  expect(on.body.data.recovery_codes).toHaveLength(10)
  expect(new Set(on.body.data.recovery_codes).size).toBe(10)
  expect(on.body.data.recovery_codes[0]).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
  expect((await here.get(factor)).body.data).toMatchObject({
    totp: { enabled: true },
    recovery_codes_left: 10,
  })
  expect([await isIn(here), await isIn(phone)]).toEqual([true, false])
  expect((await start()).status, 'a second secret beside the first').toBe(409)
  const stored = JSON.stringify([
    await t.db.selectFrom('totp_factors').selectAll().execute(),
    await t.db.selectFrom('recovery_codes').selectAll().execute(),
    await t.db.selectFrom('events').selectAll().execute(),
  ])
  for (const secret of [begun.secret, ...on.body.data.recovery_codes]) expect(stored).not.toContain(secret)
})

test('signing in asks for a code after the password: 401 with a ticket, then the session', async () => {
  const ana = await withCodes()
  expect((await login(ana.email, 'Wrong-horse-1')).status, 'nothing is told without the password').toBe(400)
  const first = await login(ana.email)
  expect(first).toMatchObject({
    status: 401,
    body: { status: 'error', data: { second_factor: ['totp', 'recovery_code'] } },
  })
  expect(first.headers['set-cookie']).toBeUndefined()
  const { ticket } = first.body.data
  // Fewer than the ticket takes, so that it has one left when it is spent.
  for (const code of wrongCodes.slice(1))
    expect(await secondStep(ticket, code)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'code' }] },
    })
  const done = await secondStep(ticket, await codeOf(ana.secret))
  expect(done).toMatchObject({ status: 200, body: { data: { id: ana.id } } })
  expect(String(done.headers['set-cookie'])).toContain('parley_session=')
  expect((await secondStep(ticket, await codeOf(ana.secret, 1))).status, 'the ticket is spent').toBe(400)
  expect(JSON.stringify(await t.db.selectFrom('sign_in_tickets').selectAll().execute())).not.toContain(ticket)
})

const ticketOf = async (email: string): Promise<string> => (await login(email)).body.data.ticket

test('a code counts once, in its own half minute and the one before and after', async () => {
  const ana = await withCodes()
  const used = await codeOf(ana.secret)
  expect((await secondStep(await ticketOf(ana.email), used)).status).toBe(200)
  expect((await secondStep(await ticketOf(ana.email), used)).status, 'again').toBe(400)
  expect(
    (await secondStep(await ticketOf(ana.email), await codeOf(ana.secret, -1))).status,
    'an older one',
  ).toBe(400)
  t.clock.advance(600_000)
  for (const [steps, status] of [
    [-3, 400],
    [3, 400],
    [-1, 200],
    [1, 200],
  ] as const)
    expect([
      steps,
      (await secondStep(await ticketOf(ana.email), await codeOf(ana.secret, steps))).status,
    ]).toEqual([steps, status])
})

test('the same code in two browsers at once lets one in', async () => {
  const ana = await withCodes()
  const code = await codeOf(ana.secret)
  const tickets = [await ticketOf(ana.email), await ticketOf(ana.email)]
  const answers = await Promise.all(tickets.map((ticket) => secondStep(ticket, code)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('a recovery code lets in once, however it is typed, and new ones take the place of all', async () => {
  const ana = await withCodes()
  const [first = '', second = '', third = ''] = ana.recovery_codes
  const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `
  expect((await secondStep(await ticketOf(ana.email), typed)).status).toBe(200)
  expect((await secondStep(await ticketOf(ana.email), first)).status, 'again').toBe(400)
  const other = await withCodes()
  expect((await secondStep(await ticketOf(other.email), second)).status, 'of somebody else').toBe(400)
  expect((await ana.here.get(factor)).body.data).toMatchObject({ recovery_codes_left: 9 })

  const renewed = await ana.here.post(`${factor}/recovery-codes`, { password })
  expect(renewed.body.data.recovery_codes).toHaveLength(10)
  expect((await secondStep(await ticketOf(ana.email), third)).status, 'an old one').toBe(400)
  expect((await secondStep(await ticketOf(ana.email), renewed.body.data.recovery_codes[0])).status).toBe(200)
})

test('codes are not guessed: five tries per ticket, twenty per account, and a ticket lasts five minutes', async () => {
  const ana = await withCodes()
  const ticket = await ticketOf(ana.email)
  for (let n = 0; n < 5; n++) await secondStep(ticket, '000000')
  expect((await secondStep(ticket, await codeOf(ana.secret))).body).toMatchObject({
    errors: [{ path: 'ticket' }],
  })

  const late = await ticketOf(ana.email)
  t.clock.advance(300_001)
  expect((await secondStep(late, await codeOf(ana.secret))).status).toBe(400)

  await t.db.deleteFrom('rate_limits').execute()
  for (let n = 0; n < 4; n++) {
    const another = await ticketOf(ana.email)
    for (let m = 0; m < 5; m++) await secondStep(another, '000000')
  }
  const last = await ticketOf(ana.email)
  expect(
    (await secondStep(last, await codeOf(ana.secret))).status,
    'signing in with the password wipes nothing out',
  ).toBe(429)
})

test('a ticket ends with the sessions, and with the account', async () => {
  const ana = await withCodes()
  const ticket = await ticketOf(ana.email)
  await ana.here.put(change, { old_password: password, new_password: 'Correct-horse-2' })
  expect((await secondStep(ticket, await codeOf(ana.secret))).status).toBe(400)
  const bo = await withCodes()
  const theirs = await ticketOf(bo.email)
  await t.db.updateTable('agents').set({ enabled: false }).where('id', '=', bo.id).execute()
  expect((await secondStep(theirs, await codeOf(bo.secret))).status).toBe(401)
})

test('codes are turned off with the password, or by who manages agents, and both are logged', async () => {
  const ana = await withCodes()
  expect((await ana.here.post(`${factor}/remove`, { password: 'Wrong-horse-1' })).status).toBe(400)
  expect((await login(ana.email)).status).toBe(401)
  expect((await ana.here.post(`${factor}/remove`, { password })).status).toBe(200)
  expect((await login(ana.email)).status).toBe(200)

  const bo = await withCodes()
  const manager = await t.as(await t.make.agent({ permissions: ['users:manage'] }))
  expect((await manager.del(`/api/v1/agents/${bo.id}/second-factor`)).status).toBe(200)
  expect((await login(bo.email)).status).toBe(200)
  for (const { id } of [ana, bo])
    expect(
      await t.db
        .selectFrom('events')
        .select('changes')
        .where('object_id', '=', id)
        .where('type', '=', 'agent.changed')
        .orderBy('id')
        .execute(),
    ).toEqual([{ changes: { second_factor: [false, true] } }, { changes: { second_factor: [true, false] } }])
})
