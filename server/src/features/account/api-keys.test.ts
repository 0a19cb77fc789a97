import { allEndpoints } from '@parley/contract/all-endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { matrixCases } from '../../testing/permission-matrix/matrix-cases.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let inbox_id: number
beforeAll(async () => {
  t = await startTestApp()
  inbox_id = (await t.make.inbox()).id
})
afterAll(() => t.stop())

/** Every call about the caller's own account, and whether an API key may make it: any key, one for all inboxes, or none. */
const allowedKeys: Record<string, 'any' | 'all inboxes' | 'none'> = {
  getMe: 'any',
  getBootstrap: 'any',
  listMyTeams: 'any',
  updateMe: 'all inboxes',
  deleteMyAvatar: 'all inboxes',
  updateMyAvailability: 'all inboxes',
  updateMyPreferences: 'all inboxes',
  dismissRelease: 'all inboxes',
  listMySessions: 'none',
  endMySession: 'none',
  endMyOtherSessions: 'none',
  changeMyPassword: 'none',
  getMySecondFactor: 'none',
  startMyTotp: 'none',
  confirmMyTotp: 'none',
  removeMySecondFactor: 'none',
  renewMyRecoveryCodes: 'none',
  listMyPasskeys: 'none',
  askForPasskey: 'none',
  addPasskey: 'none',
  renamePasskey: 'none',
  removePasskey: 'none',
  getMyConfirmation: 'none',
  askPasskeyToConfirm: 'none',
  confirmIdentity: 'none',
}

test("the table covers every call about one's own account", () => {
  const accountCalls = [...allEndpoints].filter(
    ([, e]) => e.path.startsWith('/api/v1/agents/me') || e.tag === 'account',
  )
  expect(accountCalls.map(([name]) => name).filter((name) => !(name in allowedKeys))).toEqual([])
})

async function createKeyHeader(id: number, scope: object) {
  const admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const { api_key, api_secret } = (await admin.post(`/api/v1/agents/${id}/api-key`, scope)).body.data
  return { authorization: `token ${api_key}:${api_secret}` }
}

describe.each(Object.entries(allowedKeys))('%s', (name, allowed) => {
  const e = allEndpoints.get(name)
  const isRefused = async (scope: object | null) => {
    if (!e) throw new Error(`${name} is no endpoint`)
    const agent = await t.make.agent({ permissions: t.make.allPermissions })
    const browser = await t.as(agent)
    const headers = scope
      ? await createKeyHeader(agent.id, scope)
      : { cookie: `parley_session=${browser.token}; csrf_token=c`, 'x-csrftoken': 'c' }
    const { body } = matrixCases[name] ?? {}
    const answer = await t.send({
      method: e.method,
      url: e.path.replace(':uuid', '00000000-0000-4000-8000-000000000000'),
      headers,
      ...(typeof body === 'object' && { payload: body }),
    })
    const sessions = await t.db.selectFrom('sessions').select('id').where('agent_id', '=', agent.id).execute()
    if (answer.status === 403) expect(sessions).toHaveLength(1)
    return answer.status === 403
  }

  test('by session, by API key, and by API key for one inbox', async () => {
    expect({
      session: await isRefused(null),
      key: await isRefused({}),
      limited: await isRefused({ inbox_ids: [inbox_id] }),
    }).toEqual({ session: false, key: allowed === 'none', limited: allowed !== 'any' })
  })
})
