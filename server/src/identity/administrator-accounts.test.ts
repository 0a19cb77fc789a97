import { describe, expect, test } from 'vitest'
import { readSystemMailData } from '../testing/email/system-mail-data.ts'
import {
  administrative,
  type Caller,
  setUpSignInAuthority,
  signedInWith,
  t,
} from './sign-in-authority-suite.ts'

setUpSignInAuthority()

describe('accounts of administrators', () => {
  const administratorBrowser = (options = {}) => signedInWith(administrative, options)
  const administrator = () => t.make.agent({ permissions: ['tags:manage'] })
  const edit = async (by: Caller, id: number, more: object) => {
    const { first_name, email, roles } = (await by.get(`/api/v1/agents/${id}`)).body.data
    return by.put(`/api/v1/agents/${id}`, { first_name, email, roles, enabled: true, ...more })
  }
  const accountChanges: Record<string, (by: Caller, id: number) => ReturnType<Caller['put']>> = {
    'their password': (by, id) => edit(by, id, { new_password: 'Correct-horse-9' }),
    'their email address': (by, id) => edit(by, id, { email: `moved${id}${Math.random()}@parley.test` }),
    'their second factor': (by, id) => by.del(`/api/v1/agents/${id}/second-factor`),
    'their API key': (by, id) => by.post(`/api/v1/agents/${id}/api-key`, {}),
    'a link that sets their password': (by, id) => by.post(`/api/v1/agents/${id}/invitation-link`),
  }

  test.each(Object.entries(accountChanges))('%s: only with a confirmation', async (_name, act) => {
    const { id } = await administrator()
    const refused = await act(await administratorBrowser({ stale: true }), id)
    expect([refused.status, refused.body.data]).toEqual([403, { reason: 'confirmation_required' }])
    expect((await act(await administratorBrowser(), id)).status).toBe(200)
  })

  test.each(Object.entries(accountChanges))('%s: without one for other agents', async (_name, act) => {
    const { id } = await t.make.agent({ permissions: [] })
    expect((await act(await administratorBrowser({ stale: true }), id)).status).toBe(200)
  })

  test.each(Object.entries(accountChanges))(
    '%s: never for a permission that the actor lacks',
    async (_name, act) => {
      const { id } = await administrator()
      expect((await act(await signedInWith(['users:manage']), id)).status).toBe(403)
    },
  )

  test('other changes to an administrator need no confirmation', async () => {
    const { id } = await administrator()
    expect(
      (await edit(await administratorBrowser({ stale: true }), id, { first_name: 'Renamed' })).status,
    ).toBe(200)
  })

  test('granting or extending roles with administrative permissions needs a confirmation', async () => {
    const role = await t.make.role(['tags:manage'])
    const { name } = await t.db
      .selectFrom('roles')
      .select('name')
      .where('id', '=', role.id)
      .executeTakeFirstOrThrow()
    const { id } = await t.make.agent({ permissions: [] })
    const create = (by: Caller) =>
      by.post('/api/v1/agents', { first_name: 'New', email: `n${Math.random()}@parley.test`, roles: [name] })
    const csv = () => `first name,email,roles\nImp,i${Math.random()}@parley.test,${name}`
    for (const grant of [
      (by: Caller) => edit(by, id, { roles: [name] }),
      create,
      (by: Caller) => by.post('/api/v1/agents/import', { csv: csv(), roles: ['Agent'] }),
      (by: Caller) =>
        by.put(`/api/v1/roles/${role.id}`, { name, permissions: ['tags:manage', 'macros:manage'] }),
    ]) {
      const refused = await grant(await administratorBrowser({ stale: true }))
      expect([refused.status, refused.body.data]).toEqual([403, { reason: 'confirmation_required' }])
      await t.db.deleteFrom('system_mails').execute()
      expect((await grant(await administratorBrowser())).status).toBe(200)
      const kinds = (await readSystemMailData(t)).map(({ data }) => data.security?.kind)
      expect(kinds).toEqual(expect.arrayContaining([expect.stringMatching(/rights_granted|role_extended/)]))
    }
  })

  test('changing the address notifies the previous address', async () => {
    const { id } = await administrator()
    const admin = await administratorBrowser()
    const { email } = (await admin.get(`/api/v1/agents/${id}`)).body.data
    await edit(admin, id, { email: 'elsewhere@parley.test' })
    const mails = await readSystemMailData(t)
    expect(mails.find(({ data }) => data.security?.kind === 'email_changed')?.data.to).toBe(email)
  })
})
