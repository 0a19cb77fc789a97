import type { ReportNumbers } from '@parley/contract/reports/reports'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consumeOnce } from '../../../spine/consumer.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { startTestEngines } from '../../../testing/test-engines.ts'
import { waitUntilEventsReadable } from '../../../testing/wait-for-events.ts'
import { upsertContact } from '../../contacts/upsert-contact.ts'
import { assignTeam } from '../../conversations/assign-team.ts'
import { insertConversation } from '../../conversations/insert-conversation.ts'
import { setStatus } from '../../conversations/set-status.ts'
import { claimMessage } from '../../email/sending/message-claim.ts'
import { markSent } from '../../email/sending/message-outcome.ts'
import { bucketsVersion } from '../rollups/histogram.ts'
import { reportsConsumer } from './reports-consumer.ts'

let t: TestApp
let engines: ReturnType<typeof startTestEngines>
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  engines = startTestEngines(t)
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(() => t.stop())

const numbers = async (filter = '') =>
  (await admin.get(`/api/v1/reports/summary?from=2026-03-01&to=2026-03-31${filter}`)).body.data.current
const table = async (by: string) =>
  (await admin.get(`/api/v1/reports/table?from=2026-03-01&to=2026-03-31&by=${by}`)).body.data.rows
const factCount = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from report_facts`.execute(t.db)).rows[0]?.n

test('events from before reports existed are counted, and a consumer that crashes counts nothing twice', async () => {
  const inbox = await t.make.inbox()
  for (let n = 0; n < 3; n++) await t.make.conversation({ inbox_id: inbox.id })
  const dying = {
    ...reportsConsumer,
    async handle(...args: Parameters<typeof reportsConsumer.handle>) {
      await reportsConsumer.handle(...args)
      throw new Error('killed')
    },
  }
  await waitUntilEventsReadable(t.db)
  await expect(consumeOnce(t, dying)).rejects.toThrow('killed')
  expect(await factCount()).toBe(0)
  const node = async () => {
    for (let n = 0; n < 3; n++) await consumeOnce(t, reportsConsumer)
  }
  await Promise.all([node(), node()])
  await engines.settle()
  expect(await factCount()).toBe(3)
  expect(await numbers(`&inbox_id=${inbox.id}`)).toMatchObject({ new: 3, open_at_end: 3 })
})

test('an event that cannot be counted is parked with its reason, and the others are counted', async () => {
  const before = await numbers()
  const c = await t.make.conversation()
  await t.act(t.system, (tx) =>
    tx.record({
      type: 'conversation.tags_changed',
      conversation: { before: c, after: c },
      changes: { tags: [null, 7] },
    }),
  )
  await t.make.conversation()
  await engines.settle()
  expect((await numbers()).new).toBe(before.new + 2)
  expect(
    await t.db.selectFrom('parked_work').select('reference').where('kind', '=', 'reports').execute(),
  ).toMatchObject([{ reference: { conversation_id: c.id } }])
})

test('imported mailbox history is not new and has no resolution time, but counts as open', async () => {
  const before = await numbers()
  const inbox_id = (await t.make.inbox()).id
  const old = await t.act(t.system, async (tx) => {
    const contact = await upsertContact(tx, { email: 'old@customer.test', first_name: 'Old', last_name: '' })
    const created_at = new Date('2024-05-01T10:00:00Z')
    return insertConversation(tx, {
      contact,
      inbox_id,
      subject: 'Old',
      origin: 'email',
      created_at,
      historical: true,
    })
  })
  await engines.settle()
  const open = await numbers()
  expect([open.new, open.open_at_end]).toEqual([before.new, before.open_at_end + 1])
  await t.act(t.system, (tx) => setStatus(tx, old, { status: 'Closed' }))
  await engines.settle()
  const closed = await numbers()
  expect([closed.resolved, closed.resolution.count, closed.open_at_end]).toEqual([
    before.resolved + 1,
    before.resolution.count,
    before.open_at_end,
  ])
})

test('a new conversation counts for its first team, regardless of later changes', async () => {
  const [first, second] = [await t.make.team('First'), await t.make.team('Second')]
  const c = await t.make.conversation()
  await engines.settle()
  const given = await t.act(t.system, (tx) => assignTeam(tx, c, first.id))
  await engines.settle()
  await t.act(t.system, (tx) => assignTeam(tx, given, second.id))
  await engines.settle()
  expect((await numbers(`&team_id=${first.id}`)).new).toBe(1)
  expect((await numbers(`&team_id=${second.id}`)).new).toBe(0)
})

test('deleted agents, teams and tags keep their numbers under their names', async () => {
  const agent = await t.make.agent({ first_name: 'Leaver' })
  const tag = await t.make.tag('leaving')
  const team = await t.make.team('Leaving team')
  const c = await t.make.conversation()
  const path = `/api/v1/conversations/${c.uuid}`
  await admin.put(`${path}/assignee/team`, { assignee_id: team.id })
  await admin.put(`${path}/assignee/user`, { assignee_id: agent.id })
  await admin.post(`${path}/tags`, { tags: ['leaving'] })
  await admin.put(`${path}/status`, { status: 'Resolved' })
  await admin.del(`/api/v1/tags/${tag.id}`)
  await admin.del(`/api/v1/teams/${team.id}`)
  await admin.del(`/api/v1/agents/${agent.id}`)
  await engines.settle()
  for (const [by, name] of [
    ['agent', 'Leaver'],
    ['team', 'Leaving team'],
    ['tag', 'leaving'],
  ] as const)
    expect((await table(by)).filter((row: { name: string }) => row.name === name)).toMatchObject([
      { is_deleted: true, numbers: { new: 1, resolved: 1 } },
    ])
})

test('a changed rating counts once, at the time it was given', async () => {
  const c = await t.make.conversation()
  const rate = (rating: number, previous_rating: number | null) =>
    t.act(t.system, (tx) =>
      tx.record({
        type: 'csat.answered',
        conversation: { before: c, after: c },
        data: { survey_id: 1, rating, previous_rating, agent_id: null, team_id: null, inbox_id: c.inbox_id },
      }),
    )
  await rate(2, null)
  await engines.settle()
  expect((await numbers()).csat.distribution).toEqual([0, 1, 0, 0, 0])
  t.clock.advance(86_400_000)
  await rate(5, 2)
  await engines.settle()
  expect((await numbers()).csat).toMatchObject({ answered: 1, average: 5, distribution: [0, 0, 0, 0, 1] })
})

test('a status that becomes a closed one closes its conversations, including those that have left it since', async () => {
  const inbox = await t.make.inbox()
  const parked = { name: 'Parked', category: 'waiting' }
  const { id } = (await admin.post('/api/v1/statuses', parked)).body.data
  const move = (c: { uuid: string }, status: string) =>
    admin.put(`/api/v1/conversations/${c.uuid}/status`, { status })
  const create = () => t.make.conversation({ inbox_id: inbox.id })
  const [stays, leaves, leftBefore, joinsLater] = [
    await create(),
    await create(),
    await create(),
    await create(),
  ]
  for (const c of [stays, leaves, leftBefore]) await move(c, 'Parked')
  await move(leftBefore, 'Open')
  t.clock.advance(60_000)
  await admin.put(`/api/v1/statuses/${id}`, { ...parked, category: 'closed' })
  await move(leaves, 'Open')
  await move(joinsLater, 'Parked')
  await engines.settle()
  const ofInbox = () => numbers(`&inbox_id=${inbox.id}`)
  expect(await ofInbox()).toMatchObject({ new: 4, resolved: 3, reopened: 1, open_at_end: 2 })
  expect((await ofInbox()).resolution.wall.average).toBe(60)
  await admin.put(`/api/v1/statuses/${id}`, parked)
  await engines.settle()
  expect(await ofInbox()).toMatchObject({ resolved: 3, reopened: 3, open_at_end: 4 })
  expect(stays.inbox_id).toBe(inbox.id)
})

test('rollups with outdated histogram buckets are replaced by counting facts until they are rebuilt', async () => {
  const c = await t.make.conversation()
  t.clock.advance(7200_000)
  await admin.put(`/api/v1/conversations/${c.uuid}/status`, { status: 'Resolved' })
  await engines.settle()
  const day = t.clock.now().toISOString().slice(0, 10)
  const all = async () => [
    await numbers(),
    (await admin.get(`/api/v1/reports/busiest-hours?from=2026-01-01&to=${day}&measure=resolved`)).body.data,
    (await admin.get(`/api/v1/reports/series?from=${day}&to=${day}&by=hour`)).body.data,
  ]
  const before = await all()
  expect(before).toMatchObject([
    { open_at_end: expect.any(Number), resolution: { wall: { median: expect.any(Number) } } },
    {},
    {},
  ])
  for (const table of ['report_times', 'report_sums'] as const) await t.db.deleteFrom(table).execute()
  await t.db.updateTable('report_state').set({ steps: 0 }).execute()
  expect(await all()).toEqual(before)
  await admin.post('/api/v1/tags', { name: 'anything' })
  await engines.settle()
  expect(await t.db.selectFrom('report_state').select('steps').execute()).toEqual([{ steps: bucketsVersion }])
  expect(await all()).toEqual(before)
})

test("only a person's first reply counts as the first reply, not a rule, a survey or a reply after reopening", async () => {
  const inbox = await t.make.inbox()
  await t.db.updateTable('inboxes').set({ csat_enabled: true }).where('id', '=', inbox.id).execute()
  const answer = { type: 'send_reply', value: ['<p>We got it</p>'] }
  const condition = { field: 'inbox', operator: 'equals', value: String(inbox.id) }
  const { body } = await admin.post('/api/v1/automations/rules', {
    ...{ name: 'Answers at once', type: 'new_conversation' },
    rules: [
      { groups: [{ logical_op: 'AND', rules: [condition] }], group_operator: 'AND', actions: [answer] },
    ],
  })
  const c = await t.make.conversation({ inbox_id: inbox.id })
  await engines.settle()
  await send(c, { by_person: false })
  const replies = async () => (await numbers(`&inbox_id=${inbox.id}`)) as ReportNumbers
  expect(await replies()).toMatchObject({ replies: 0, first_response: { count: 0 } })

  for (const status of ['Resolved', 'Open', 'Resolved']) {
    await engines.advance(3_600_000)
    await admin.put(`/api/v1/conversations/${c.uuid}/status`, { status })
    await engines.advance(60_000)
    if (status === 'Resolved') await send(c, { by_person: false })
    else
      for (const question of ['', '<p>And now?</p>']) {
        const messages = `/api/v1/conversations/${c.uuid}/messages`
        if (question) await admin.post(messages, { sender_type: 'contact', message: question })
        await admin.post(messages, { message: '<p>Try again</p>', to: ['grace@customer.test'] })
        await send(c, { by_person: true })
      }
  }
  const { first_response, ...others } = await replies()
  expect(others).toMatchObject({ replies: 2, resolved: 2, reopened: 1, csat: { sent: 2 } })
  expect(first_response).toMatchObject({ count: 1, wall: { average: 2 * 3_660 } })
  expect(others.next_response).toMatchObject({ count: 1, wall: { average: 0 } })
  await admin.del(`/api/v1/automations/rules/${body.data.id}`)
})

/** The mail server accepts all pending messages. */
async function send(c: { id: number }, { by_person }: { by_person: boolean }) {
  const waiting = await t.db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', c.id)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  const claimed = await t.act(t.system, (tx) => claimMessage(tx, t.secrets, waiting.id, null))
  if (!claimed) throw new Error('The mail was not claimed')
  await t.act(t.system, (tx) => markSent(tx, claimed, { refused: [], by_person }))
  await engines.settle()
}
