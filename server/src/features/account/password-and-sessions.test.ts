import { expect, test } from 'vitest'
import { createAgent, isSignedIn, login, password, passwordPath, setUpAccounts, t } from './account-suite.ts'

setUpAccounts()

const sessionsPath = '/api/v1/agents/me/sessions'

test('agents see their sessions and can end one or all others', async () => {
  const ana = await createAgent()
  await login(ana.email)
  t.clock.advance(60_000)
  const [here, phone, tablet] = [await t.as(ana), await t.as(ana), await t.as(ana)]
  const listed = (await here.get(sessionsPath)).body.data
  expect(listed).toHaveLength(4)
  expect(listed.filter((one: { is_current: boolean }) => one.is_current)).toHaveLength(1)
  expect(listed.at(-1)).toMatchObject({ ip: '127.0.0.1', user_agent: 'lightMyRequest', is_current: false })
  expect(JSON.stringify(listed)).not.toMatch(/hash|token/)

  const uuid = (await phone.get(sessionsPath)).body.data.find(
    (one: { is_current: boolean }) => one.is_current,
  ).uuid
  const otherAgent = await t.as(await createAgent())
  expect((await otherAgent.del(`${sessionsPath}/${uuid}`)).status).toBe(404)
  expect(await isSignedIn(phone)).toBe(true)
  expect((await here.del(`${sessionsPath}/${uuid}`)).body).toMatchObject({ data: true })
  expect((await here.del(`${sessionsPath}/${uuid}`)).status).toBe(404)
  expect([await isSignedIn(here), await isSignedIn(phone), await isSignedIn(tablet)]).toEqual([
    true,
    false,
    true,
  ])

  expect((await here.del(sessionsPath)).status).toBe(200)
  expect([await isSignedIn(here), await isSignedIn(tablet)]).toEqual([true, false])
  expect((await here.get(sessionsPath)).body.data).toHaveLength(1)
  expect(await isSignedIn(otherAgent)).toBe(true)
})

test('changing the password requires the old one, ends every other session and keeps this one', async () => {
  const ana = await createAgent()
  const [here, phone] = [await t.as(ana), await t.as(ana)]
  const write = (old_password: string, new_password: string) =>
    here.put(passwordPath, { old_password, new_password })
  expect(await write('Wrong-horse-1', 'Correct-horse-2')).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'old_password' }] },
  })
  for (const weakPassword of ['', 'short', 'no-digits-Here', `Aa1-${'x'.repeat(70)}`])
    expect(await write(password, weakPassword)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'new_password' }] },
    })
  expect([await isSignedIn(phone), (await login(ana.email)).status]).toEqual([true, 200])

  expect((await write(password, 'Correct-horse-2')).body).toMatchObject({ data: true })
  expect([await isSignedIn(here), await isSignedIn(phone)]).toEqual([true, false])
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

test('wrong old passwords are limited to ten attempts, and API keys cannot change the password', async () => {
  const ana = await createAgent()
  const here = await t.as(ana)
  const tryWrongPassword = () =>
    here.put(passwordPath, { old_password: 'Wrong-horse-1', new_password: 'Correct-horse-2' })
  for (let n = 0; n < 10; n++) expect((await tryWrongPassword()).status).toBe(400)
  expect((await tryWrongPassword()).status).toBe(429)
  await t.db.deleteFrom('rate_limits').execute()

  const admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const key = (await admin.post(`/api/v1/agents/${ana.id}/api-key`, {})).body.data
  const byKey = await t.send({
    method: 'PUT',
    url: passwordPath,
    headers: { authorization: `token ${key.api_key}:${key.api_secret}` },
    payload: { old_password: password, new_password: 'Correct-horse-2' },
  })
  expect(byKey.status).toBe(403)
})
