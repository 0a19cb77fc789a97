import type { ListCounts } from '@parley/contract/conversations/conversation-lists'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../../actor.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let t: TestApp
let ana: Actor
let browser: Awaited<ReturnType<TestApp['as']>>
let team: { id: number }
beforeAll(async () => {
  t = await startTestApp()
  team = await t.make.team()
  ana = await t.make.agent({ team_ids: [team.id] })
  browser = await t.as(ana)
})
afterAll(() => t.stop())

const counts = async (as = browser): Promise<ListCounts> =>
  (await as.get('/api/v1/conversations/counts')).body.data

const createView = async (name: string, ...filters: object[]): Promise<number> =>
  (await browser.post('/api/v1/views/me', { name, filters })).body.data.id
const viewCount = async (id: number) => (await counts()).views.find((view) => view.id === id)?.count

async function total(path: string): Promise<number> {
  const open = { model: 'conversation_statuses', field: 'name', operator: 'equals', value: 'Open' }
  const query = path.includes('views') ? '' : `?filters=${encodeURIComponent(JSON.stringify([open]))}`
  return (await browser.get(`/api/v1/${path}${query}`)).body.data.total
}

test('each count equals the total of its list', async () => {
  const inbox = await t.make.inbox()
  for (const assignment of [
    { assigned_user_id: ana.id },
    { assigned_user_id: ana.id },
    { assigned_user_id: null },
    { assigned_user_id: null, assigned_team_id: team.id },
    { assigned_user_id: (await t.make.agent()).id },
  ])
    await t.make.conversation({ inbox_id: inbox.id, ...assignment })
  const resolved = await t.make.conversation({ inbox_id: inbox.id, assigned_user_id: ana.id })
  await t.db
    .updateTable('conversations')
    .set({ status_id: 3, status_category: 'closed' })
    .where('id', '=', resolved.id)
    .execute()
  const view = await createView('All of mine', {
    field: 'assigned_user_id',
    operator: 'equals',
    value: ana.id,
  })

  expect(await counts()).toEqual({
    assigned: await total('conversations/assigned'),
    unassigned: await total('conversations/unassigned'),
    teams: [{ id: team.id, count: await total(`teams/${team.id}/conversations/unassigned`) }],
    views: [{ id: view, count: await total(`views/${view}/conversations`) }],
  })
  expect(await counts()).toMatchObject({
    assigned: 2,
    unassigned: 1,
    teams: [{ count: 1 }],
    views: [{ count: 3 }],
  })
})

test('a list the role may not open has no count, and a view counts only what its owner may see', async () => {
  const bob = await t.make.agent({
    permissions: ['conversations:read', 'conversations:read_assigned', 'view:manage'],
  })
  const bobBrowser = await t.as(bob)
  await t.make.conversation({ assigned_user_id: bob.id })
  await bobBrowser.post('/api/v1/views/me', {
    name: 'Any',
    filters: [{ field: 'reference_number', operator: 'set' }],
  })
  expect(await counts(bobBrowser)).toMatchObject({
    assigned: 1,
    unassigned: null,
    teams: [],
    views: [{ count: 1 }],
  })
})

test('counting stops at 100', async () => {
  const { inbox_id, contact_id, status_id, status_category } = await t.make.conversation({
    assigned_user_id: ana.id,
  })
  await t.db
    .insertInto('conversations')
    .values(
      Array.from({ length: 120 }, () => ({
        ...{ inbox_id, contact_id, status_id, status_category, assigned_user_id: ana.id },
        created_at: t.clock.now(),
        updated_at: t.clock.now(),
        last_message_at: t.clock.now(),
      })),
    )
    .execute()
  const view = await createView('Many', { field: 'assigned_user_id', operator: 'equals', value: ana.id })
  expect((await counts()).assigned).toBe(100)
  expect(await viewCount(view)).toBe(100)
})

test('a view with a deleted attribute has no count, and the others keep theirs', async () => {
  await t.db
    .insertInto('views')
    .values({
      name: 'Broken',
      agent_id: ana.id,
      filters: JSON.stringify([
        { model: 'conversation_attributes', field: 'gone', operator: 'equals', value: 'x' },
      ]),
      created_at: t.clock.now(),
      updated_at: t.clock.now(),
    })
    .execute()
  const { views } = await counts()
  expect(views.map(({ count }) => count)).toContain(null)
  expect(views.filter(({ count }) => count !== null).length).toBeGreaterThan(1)
})

test('a view is counted on the newest conversations of each status and has no count if others might match', async () => {
  const { inbox_id, contact_id, status_id, status_category } = await t.make.conversation({
    subject: 'Needle',
  })
  const later = new Date(t.clock.now().getTime() + 60_000)
  const hay = () => ({
    ...{ inbox_id, contact_id, status_id, status_category },
    created_at: later,
    updated_at: later,
    last_message_at: later,
  })
  const view = await createView('Needles', { field: 'subject', operator: 'equals', value: 'Needle' })
  expect(await viewCount(view)).toBe(1)
  await t.db
    .insertInto('conversations')
    .values(Array.from({ length: 2_000 }, hay))
    .execute()
  expect(await viewCount(view)).toBeNull()
})
