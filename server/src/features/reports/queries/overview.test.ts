import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { startTestEngines } from '../../../testing/test-engines.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(() => t.stop())
const overview = async (path: string) => (await admin.get(`/api/v1/reports/overview/${path}`)).body.data
const setStatus = (c: { uuid: string }, status: string) =>
  admin.put(`/api/v1/conversations/${c.uuid}/status`, { status })

test('an empty workspace has counts of 0 and no series', async () => {
  expect(await overview('counts')).toMatchObject({ open: 0, awaiting_response: 0, unassigned: 0, pending: 0 })
  expect(await overview('charts')).toEqual({ new_conversations: null, resolved_conversations: null })
  expect(await overview('sla')).toMatchObject({ first_response_met_count: 0, avg_resolution_time_sec: 0 })
})

test('nothing is counted before the first conversation, whatever else has happened', async () => {
  const engines = startTestEngines(t)
  const counted = async () => {
    await engines.settle()
    const { body } = await admin.get('/api/v1/reports/summary?from=2026-04-01&to=2026-04-30')
    return body.data.counted_up_to
  }
  await admin.post('/api/v1/tags', { name: 'early' })
  expect(await counted()).toBeNull()
  await setStatus(await t.make.conversation(), 'Resolved')
  expect(await counted()).not.toBeNull()
})

test('counts include conversations that are not closed, and agents by the status they set', async () => {
  const [helper, away] = [await t.make.agent(), await t.make.agent()]
  await t.db
    .updateTable('agents')
    .set({ availability_status: 'away_manual' })
    .where('id', '=', away.id)
    .execute()
  await t.db.updateTable('agents').set({ availability_status: 'away' }).where('id', '=', helper.id).execute()
  await setStatus(await t.make.conversation(), 'Resolved')
  await t.make.conversation({ assigned_user_id: helper.id })
  const answered = await t.make.conversation()
  await t.db
    .updateTable('conversations')
    .set({ first_reply_at: t.clock.now(), last_message_sender: 'agent' })
    .where('id', '=', answered.id)
    .execute()
  expect(await overview('counts')).toEqual({
    open: 2,
    awaiting_response: 1,
    unassigned: 1,
    pending: 1,
    agents_online: 0,
    agents_away: 1,
    agents_reassigning: 0,
    agents_offline: 2,
  })
})

test('counts combine all filters; agent counts ignore them', async () => {
  const agent = await t.make.agent()
  const { id: team_id } = await t.make.team('Repairs')
  const mine = await t.make.conversation({ assigned_user_id: agent.id, assigned_team_id: team_id })
  await t.make.conversation({ assigned_team_id: team_id })
  const tag = await t.make.tag('lamp')
  await admin.post(`/api/v1/conversations/${mine.uuid}/tags`, { tags: ['lamp'] })
  const everyone = await overview('counts')
  const by = (filters: string) => overview(`counts?${filters}`)
  expect(await by(`team_id=${team_id}`)).toEqual({
    ...everyone,
    open: 2,
    awaiting_response: 2,
    unassigned: 1,
    pending: 2,
  })
  expect(await by(`agent_id=${agent.id}`)).toMatchObject({ open: 1, unassigned: 0 })
  expect(await by(`tag_id=${tag.id}`)).toMatchObject({ open: 1 })
  expect(await by(`team_id=${team_id}&inbox_id=${mine.inbox_id}`)).toMatchObject({ open: 1 })
})

test('a table counts open conversations per subject, unassigned ones, and every tag of a conversation', async () => {
  const agent = await t.make.agent()
  const { id: team_id } = await t.make.team('Orchard')
  const inbox = await t.make.inbox('Orchard')
  const ours = { inbox_id: inbox.id, assigned_team_id: team_id }
  const pear = await t.make.tag('pear')
  const plum = await t.make.tag('plum')
  const make = async (tags: string[], values: object, status?: string) => {
    const made = await t.make.conversation({ ...ours, ...values })
    if (tags.length > 0) await admin.post(`/api/v1/conversations/${made.uuid}/tags`, { tags })
    if (status) await setStatus(made, status)
  }
  await make(['pear', 'plum'], { assigned_user_id: agent.id })
  await make(['plum'], {})
  await make([], {})
  await make([], { assigned_user_id: agent.id })
  await make(['pear'], { assigned_user_id: agent.id }, 'Resolved')
  const open = async (by: string) => {
    const { body } = await admin.get(
      `/api/v1/reports/table?by=${by}&from=2026-04-01&to=2026-04-30&inbox_id=${inbox.id}`,
    )
    const rows: { id: number | null; open: number }[] = body.data.rows
    return rows.flatMap((row) => (row.open > 0 ? [[row.id, row.open]] : [])).toSorted()
  }
  const each = (...rows: [number | null, number][]) => rows.toSorted()
  expect(await open('agent')).toEqual(each([agent.id, 2], [null, 2]))
  expect(await open('team')).toEqual(each([team_id, 4]))
  expect(await open('inbox')).toEqual(each([inbox.id, 4]))
  expect(await open('tag')).toEqual(each([pear.id, 1], [plum.id, 2], [null, 2]))
})

test("charts use days in the workspace's time zone, 0 days means since midnight, and resolved ones count on the day they were resolved", async () => {
  await t.db.deleteFrom('conversation_participants').execute()
  await t.db.deleteFrom('messages').execute()
  await t.db.updateTable('conversations').set({ deleted_at: t.clock.now() }).execute()
  await admin.put('/api/v1/settings/general', { 'app.timezone': 'Asia/Kolkata' })
  // 18:30 UTC is midnight in Kolkata.
  t.clock.set(new Date('2026-04-10T18:20:00Z'))
  const evening = await t.make.conversation()
  t.clock.set(new Date('2026-04-10T18:40:00Z'))
  await t.make.conversation()
  await setStatus(evening, 'Resolved')
  expect(await overview('charts?days=1')).toEqual({
    new_conversations: [
      { date: '2026-04-10', count: 1 },
      { date: '2026-04-11', count: 1 },
    ],
    resolved_conversations: [{ date: '2026-04-11', count: 1 }],
  })
  expect(await overview('charts')).toEqual({
    new_conversations: [{ date: '2026-04-11', count: 1 }],
    resolved_conversations: null,
  })
  t.clock.set(new Date('2026-04-11T18:30:00Z'))
  expect((await overview('charts?days=1')).new_conversations).toEqual([{ date: '2026-04-11', count: 1 }])
})

test('SLA targets and average times are limited to the range', async () => {
  const c = await t.make.conversation()
  const engines = startTestEngines(t)
  const promise = (outcome: 'met' | 'breached', metric: string, minutes: number) =>
    t.act(t.system, (tx) =>
      tx.record({
        type: `conversation.sla_${outcome}`,
        conversation: { before: c, after: c },
        data: {
          metric,
          policy_id: 1,
          applied_sla_id: 1,
          started_at: new Date(tx.now.getTime() - minutes * 60_000).toISOString(),
          due_at: tx.now.toISOString(),
          at: tx.now.toISOString(),
        },
      }),
    )
  await promise('met', 'first_response', 10)
  await promise('breached', 'first_response', 60)
  await promise('met', 'resolution', 90)
  t.clock.advance(3_600_000)
  await setStatus(c, 'Resolved')
  await engines.settle()
  expect(await overview('sla?days=1')).toEqual({
    first_response_met_count: 1,
    first_response_breached_count: 1,
    next_response_met_count: 0,
    next_response_breached_count: 0,
    resolution_met_count: 1,
    resolution_breached_count: 0,
    avg_first_response_time_sec: 0,
    avg_next_response_time_sec: 0,
    avg_resolution_time_sec: 3600,
  })
  t.clock.advance(2 * 86_400_000)
  expect(await overview('sla?days=1')).toMatchObject({ first_response_met_count: 0 })
})

test('a number of days that is not a number is refused, as is an agent without the permission to see reports', async () => {
  expect((await admin.get('/api/v1/reports/overview/charts?days=-1')).status).toBe(400)
  expect((await admin.get('/api/v1/reports/overview/sla?days=many')).status).toBe(400)
  const helper = await t.as(await t.make.agent())
  expect((await helper.get('/api/v1/reports/overview/counts')).status).toBe(403)
})

test('of several days the first one is partial and the others are whole', async () => {
  const engines = startTestEngines(t)
  const hours = (count: number) => t.clock.advance(count * 3_600_000)
  const resolvedAfter = async (count: number) => {
    const c = await t.make.conversation()
    hours(count)
    await setStatus(c, 'Resolved')
  }
  // On top of other tests' data.
  hours(100)
  await resolvedAfter(1)
  await resolvedAfter(8)
  hours(13)
  await resolvedAfter(2)
  hours(30)
  await resolvedAfter(3)
  await engines.settle()
  const average = async (days: number) => (await overview(`sla?days=${days}`)).avg_resolution_time_sec
  // 57 hours in total: at the start of the range the first conversation had been resolved after eight, and the second had just been
  // resolved.
  expect(await average(2)).toBe(((8 + 2 + 3) * 3600) / 3)
  expect(await average(3)).toBe(((1 + 8 + 2 + 3) * 3600) / 4)
  expect(await average(1)).toBe(3 * 3600)
})
