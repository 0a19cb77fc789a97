import type { AnyView } from '@parley/contract/views/shared-views'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

type Browser = Awaited<ReturnType<TestApp['as']>>
let t: TestApp
let team: { id: number }
let manager: Browser
let member: Browser

beforeAll(async () => {
  t = await startTestApp()
  team = await t.make.team()
  manager = await t.as(await t.make.agent({ permissions: t.make.allPermissions, team_ids: [team.id] }))
  member = await t.as(await t.make.agent({ team_ids: [team.id] }))
})
afterAll(() => t.stop())
beforeEach(() => t.db.deleteFrom('views').execute())

const filters = [{ field: 'tags', operator: 'set' }]
async function create(by: Browser, name: string, sharing: object): Promise<number> {
  return (await by.post('/api/v1/views', { name, filters, ...sharing })).body.data.id
}
const createAll = async (by: Browser, sharing: object) => ({
  alpha: await create(by, 'Alpha', sharing),
  beta: await create(by, 'Beta', sharing),
  gamma: await create(by, 'Gamma', sharing),
})
const names = async (by: Browser): Promise<string[]> =>
  (await by.get('/api/v1/views')).body.data.map(({ name }: AnyView) => name)
const move = (by: Browser, id: number, before_id: number | null) =>
  by.put(`/api/v1/views/${id}/position`, { before_id })

test.each([
  ['everyone', () => ({ visibility: 'all' })],
  ['a team', () => ({ visibility: 'team', team_id: team.id })],
])('the order of the views of %s is the same for all agents', async (_who, sharing) => {
  const { alpha, beta, gamma } = await createAll(manager, sharing())
  expect(await names(member), 'by name at first').toEqual(['Alpha', 'Beta', 'Gamma'])
  expect((await move(manager, gamma, alpha)).status).toBe(200)
  expect(await names(member)).toEqual(['Gamma', 'Alpha', 'Beta'])
  await move(manager, gamma, null)
  expect(await names(member)).toEqual(['Alpha', 'Beta', 'Gamma'])
  await move(manager, alpha, gamma)
  expect(await names(member)).toEqual(['Beta', 'Alpha', 'Gamma'])
  await create(manager, 'A new one', sharing())
  expect(await names(member), 'new views are last').toEqual(['Beta', 'Alpha', 'Gamma', 'A new one'])
  const facts = () =>
    t.db
      .selectFrom('events')
      .select(['type', 'changes'])
      .where('object_id', '=', beta)
      .orderBy('id')
      .execute()
  const before = await facts()
  expect((await move(manager, beta, alpha)).status, 'already there').toBe(200)
  expect(await facts()).toEqual(before)
  await move(manager, beta, null)
  expect((await facts()).at(-1)).toEqual({ type: 'shared_view.moved', changes: { position: [1, 4] } })
})

test('the order of personal views is their owner’s alone, and leaves /views/me by name', async () => {
  const { alpha, gamma } = await createAll(member, {})
  await createAll(manager, {})
  await move(member, gamma, alpha)
  expect(await names(member)).toEqual(['Gamma', 'Alpha', 'Beta'])
  expect(await names(manager)).toEqual(['Alpha', 'Beta', 'Gamma'])
  const older = (await member.get('/api/v1/views/me')).body.data
  expect(older.map(({ name }: AnyView) => name)).toEqual(['Alpha', 'Beta', 'Gamma'])
  expect((await move(manager, gamma, null)).status).toBe(404)
})

test('a view cannot be moved in front of one of another group or one that is gone', async () => {
  const { alpha, beta, gamma } = await createAll(manager, { visibility: 'all' })
  const ofTeam = await create(manager, 'Team', { visibility: 'team', team_id: team.id })
  await manager.del(`/api/v1/views/${gamma}`)
  for (const target of [ofTeam, gamma]) {
    const reply = await move(manager, alpha, target)
    expect([reply.status, reply.body.errors?.[0].path]).toEqual([400, 'before_id'])
  }
  expect((await move(manager, gamma, beta)).status).toBe(404)
})

test('a view that is shared with others goes to the end of their views', async () => {
  const { gamma, alpha } = await createAll(manager, { visibility: 'all' })
  await move(manager, gamma, alpha)
  const id = await create(manager, 'Before all', { visibility: 'team', team_id: team.id })
  const other = await create(manager, 'Another', { visibility: 'team', team_id: team.id })
  await move(manager, id, other)
  await manager.put(`/api/v1/views/${id}`, { visibility: 'all' })
  expect(await names(member)).toEqual(['Another', 'Gamma', 'Alpha', 'Beta', 'Before all'])
})

test('ordering does not change the version of a view, so its open form stays valid', async () => {
  const { alpha } = await createAll(manager, { visibility: 'all' })
  const etag = async () => (await manager.get(`/api/v1/views/${alpha}`)).headers.etag
  const before = await etag()
  await move(manager, alpha, null)
  expect(await etag()).toBe(before)
})

test('moves at the same moment all take effect', async () => {
  const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
  const ids: Record<string, number> = {}
  for (const letter of letters) ids[letter] = await create(manager, `View ${letter}`, { visibility: 'all' })
  const id = (letter: string) => ids[letter] ?? 0
  for (let round = 0; round < 5; round++) {
    const replies = await Promise.all([
      move(manager, id('A'), null),
      move(manager, id('C'), id('B')),
      move(manager, id('H'), id('G')),
      move(manager, id('E'), id('D')),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const order = (await names(member)).map((name) => name.slice(-1)).join('')
    expect(order).toMatch(/CB.*ED.*F.*HG.*A$/)
    for (const letter of letters) await move(manager, id(letter), null)
    expect(await names(member)).toEqual(letters.map((letter) => `View ${letter}`))
  }
})
