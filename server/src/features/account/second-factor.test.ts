import { generate } from 'otplib'
import { expect, test } from 'vitest'
import {
  createAgent,
  isSignedIn,
  login,
  password,
  passwordPath,
  secondStep,
  setUpAccounts,
  t,
} from './account-suite.ts'

setUpAccounts()

const invalidCodes = ['000000', '12345', 'abcd-efgh-jkmn-pqrs', "' or 1=1"]

const factorPath = '/api/v1/agents/me/second-factor'
const totpCode = (secret: string, steps = 0) =>
  generate({ secret, epoch: Math.floor(t.clock.now().getTime() / 1000) + steps * 30 })

/** An agent with an authenticator app, one minute later, so that the next code is new. */
async function createAgentWithTotp() {
  const ana = await createAgent()
  const here = await t.as(ana)
  const { secret } = (await here.post(`${factorPath}/totp`, { password })).body.data
  const { recovery_codes } = (await here.put(`${factorPath}/totp`, { code: await totpCode(secret) })).body
    .data
  t.clock.advance(60_000)
  return { ...ana, here, secret, recovery_codes: recovery_codes as string[] }
}

test('an authenticator app takes effect after its first code; its secret is encrypted, and other sessions end', async () => {
  const ana = await createAgent()
  const [here, phone] = [await t.as(ana), await t.as(ana)]
  const start = (secret = password) => here.post(`${factorPath}/totp`, { password: secret })
  expect(await start('Wrong-horse-1')).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'password' }] },
  })
  expect((await here.put(`${factorPath}/totp`, { code: '123456' })).status).toBe(409)
  const setup = (await start()).body.data
  expect(setup.uri).toContain(`otpauth://totp/Parley:${encodeURIComponent(ana.email)}?secret=${setup.secret}`)
  expect(setup.qr_svg).toMatch(/^<svg/)
  expect((await login(ana.email)).status, 'not yet in effect').toBe(200)
  for (const code of invalidCodes)
    expect((await here.put(`${factorPath}/totp`, { code })).body).toMatchObject({
      errors: [{ path: 'code' }],
    })
  expect((await here.get(factorPath)).body.data).toEqual({
    totp: { enabled: false, since: null },
    passkeys: 0,
    recovery_codes_left: 0,
    is_required: false,
  })

  const turnedOn = await here.put(`${factorPath}/totp`, { code: await totpCode(setup.secret) })
  expect(turnedOn.body.data.recovery_codes).toHaveLength(10)
  expect(new Set(turnedOn.body.data.recovery_codes).size).toBe(10)
  expect(turnedOn.body.data.recovery_codes[0]).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
  expect((await here.get(factorPath)).body.data).toMatchObject({
    totp: { enabled: true },
    recovery_codes_left: 10,
  })
  expect([await isSignedIn(here), await isSignedIn(phone)]).toEqual([true, false])
  expect((await start()).status, 'a second secret besides the first').toBe(409)
  const stored = JSON.stringify([
    await t.db.selectFrom('totp_factors').selectAll().execute(),
    await t.db.selectFrom('recovery_codes').selectAll().execute(),
    await t.db.selectFrom('events').selectAll().execute(),
  ])
  for (const secret of [setup.secret, ...turnedOn.body.data.recovery_codes])
    expect(stored).not.toContain(secret)
})

test('signing in asks for a code after the password: 401 with a ticket, then a session', async () => {
  const ana = await createAgentWithTotp()
  expect((await login(ana.email, 'Wrong-horse-1')).status, 'reveals nothing without the password').toBe(400)
  const first = await login(ana.email)
  expect(first).toMatchObject({
    status: 401,
    body: { status: 'error', data: { second_factor: ['totp', 'recovery_code'] } },
  })
  expect(first.headers['set-cookie']).toBeUndefined()
  const { ticket } = first.body.data
  // Fewer than the ticket allows, so that one attempt is left.
  for (const code of invalidCodes.slice(1))
    expect(await secondStep(ticket, code)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'code' }] },
    })
  const done = await secondStep(ticket, await totpCode(ana.secret))
  expect(done).toMatchObject({ status: 200, body: { data: { id: ana.id } } })
  expect(String(done.headers['set-cookie'])).toContain('parley_session=')
  expect((await secondStep(ticket, await totpCode(ana.secret, 1))).status, 'the ticket is spent').toBe(400)
  expect(JSON.stringify(await t.db.selectFrom('sign_in_tickets').selectAll().execute())).not.toContain(ticket)
})

const newTicket = async (email: string): Promise<string> => (await login(email)).body.data.ticket

test('a code works once, within its own half minute and the ones before and after', async () => {
  const ana = await createAgentWithTotp()
  const used = await totpCode(ana.secret)
  expect((await secondStep(await newTicket(ana.email), used)).status).toBe(200)
  expect((await secondStep(await newTicket(ana.email), used)).status, 'again').toBe(400)
  expect(
    (await secondStep(await newTicket(ana.email), await totpCode(ana.secret, -1))).status,
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
      (await secondStep(await newTicket(ana.email), await totpCode(ana.secret, steps))).status,
    ]).toEqual([steps, status])
})

test('the same code in two browsers at once signs in one', async () => {
  const ana = await createAgentWithTotp()
  const code = await totpCode(ana.secret)
  const tickets = [await newTicket(ana.email), await newTicket(ana.email)]
  const answers = await Promise.all(tickets.map((ticket) => secondStep(ticket, code)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('a recovery code works once, in any notation, and new codes replace all old ones', async () => {
  const ana = await createAgentWithTotp()
  const [first = '', second = '', third = ''] = ana.recovery_codes
  const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `
  expect((await secondStep(await newTicket(ana.email), typed)).status).toBe(200)
  expect((await secondStep(await newTicket(ana.email), first)).status, 'again').toBe(400)
  const other = await createAgentWithTotp()
  expect((await secondStep(await newTicket(other.email), second)).status, 'of another agent').toBe(400)
  expect((await ana.here.get(factorPath)).body.data).toMatchObject({ recovery_codes_left: 9 })

  const renewed = await ana.here.post(`${factorPath}/recovery-codes`, { password })
  expect(renewed.body.data.recovery_codes).toHaveLength(10)
  expect((await secondStep(await newTicket(ana.email), third)).status, 'an old one').toBe(400)
  expect((await secondStep(await newTicket(ana.email), renewed.body.data.recovery_codes[0])).status).toBe(200)
})

test('wrong codes are limited to five per ticket and twenty per account, and a ticket lasts five minutes', async () => {
  const ana = await createAgentWithTotp()
  const ticket = await newTicket(ana.email)
  for (let n = 0; n < 5; n++) await secondStep(ticket, '000000')
  expect((await secondStep(ticket, await totpCode(ana.secret))).body).toMatchObject({
    errors: [{ path: 'ticket' }],
  })

  const expired = await newTicket(ana.email)
  t.clock.advance(300_001)
  expect((await secondStep(expired, await totpCode(ana.secret))).status).toBe(400)

  await t.db.deleteFrom('rate_limits').execute()
  for (let n = 0; n < 4; n++) {
    const another = await newTicket(ana.email)
    for (let m = 0; m < 5; m++) await secondStep(another, '000000')
  }
  const last = await newTicket(ana.email)
  expect(
    (await secondStep(last, await totpCode(ana.secret))).status,
    'signing in with the password clears no attempts',
  ).toBe(429)
})

test("a ticket ends with the agent's sessions and account", async () => {
  const ana = await createAgentWithTotp()
  const ticket = await newTicket(ana.email)
  await ana.here.put(passwordPath, { old_password: password, new_password: 'Correct-horse-2' })
  expect((await secondStep(ticket, await totpCode(ana.secret))).status).toBe(400)
  const bo = await createAgentWithTotp()
  const otherTicket = await newTicket(bo.email)
  await t.db.updateTable('agents').set({ enabled: false }).where('id', '=', bo.id).execute()
  expect((await secondStep(otherTicket, await totpCode(bo.secret))).status).toBe(401)
})

test('the app can be removed with the password or by someone who manages agents, and both are logged', async () => {
  const ana = await createAgentWithTotp()
  expect((await ana.here.post(`${factorPath}/remove`, { password: 'Wrong-horse-1' })).status).toBe(400)
  expect((await login(ana.email)).status).toBe(401)
  expect((await ana.here.post(`${factorPath}/remove`, { password })).status).toBe(200)
  expect((await login(ana.email)).status).toBe(200)

  const bo = await createAgentWithTotp()
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
