import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type RuleFixture, startRuleFixture } from '../../../testing/rule-fixture.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { limitMessages, maxDepth, rateLimits } from './rate-limits.ts'

let t: TestApp
let desk: RuleFixture
beforeAll(async () => {
  t = await startTestApp()
  desk = await startRuleFixture(t)
})
afterAll(() => t.stop())
afterEach(async () => {
  await desk.deleteRules()
  await t.db.deleteFrom('automation_mails').execute()
  await desk.admin.post('/api/v1/automations/trouble/dismiss')
  t.clock.advance(1)
})

const hour = 3_600_000
const createReplyRule = () => desk.createRule([], [{ type: 'send_reply', value: ['<p>We got it</p>'] }])
/** A new conversation after its rules have run. */
async function createConversation(values: { inbox_id?: number; email?: string } = {}) {
  const c = await t.make.conversation(values)
  await desk.settle()
  return c
}
const isAnswered = async (c: { id: number }) => (await desk.outgoingMessages(c)).length > 0
/** Inserts this many recent rule emails, each to a different address. */
async function insertRecentMails(count: number, inbox_id: number, conversation_id: number) {
  await sql`insert into automation_mails (at, conversation_id, inbox_id, address)
    select ${t.clock.now()}, ${conversation_id}, ${inbox_id}, 'customer' || n || '@elsewhere.test'
    from generate_series(1, ${count}::int) n`.execute(t.db)
}
const trouble = async () => (await desk.admin.get('/api/v1/automations/trouble')).body.data

test('an inbox sends a limited number of rule emails per hour, reports the limit, and other inboxes are not affected', async () => {
  const [full, other] = [await t.make.inbox(), await t.make.inbox()]
  const earlier = await createConversation({ inbox_id: full.id })
  await insertRecentMails(rateLimits.mails_per_inbox - 1, full.id, earlier.id)
  const r = await createReplyRule()
  expect(await isAnswered(await createConversation({ inbox_id: full.id })), 'one more email is allowed').toBe(
    true,
  )
  const late = await createConversation({ inbox_id: full.id })
  expect(await isAnswered(late)).toBe(false)
  expect((await desk.runs(r))[0]).toMatchObject({
    outcome: 'refused',
    limit: 'inbox_budget',
    actions: [{ outcome: 'refused', message: limitMessages.inbox_budget }],
  })
  expect((await desk.activityLines(late)).at(-1)).toMatchObject({
    type: 'rule_stopped',
    data: { reason: limitMessages.inbox_budget },
  })
  expect(await trouble()).toMatchObject([
    { limit: 'inbox_budget', count: 1, conversations: [{ uuid: late.uuid }] },
  ])
  expect(await isAnswered(await createConversation({ inbox_id: other.id }))).toBe(true)

  await desk.advance(hour - 1)
  expect(await isAnswered(await createConversation({ inbox_id: full.id }))).toBe(false)
  await desk.advance(1)
  expect(await isAnswered(await createConversation({ inbox_id: full.id }))).toBe(true)
})

test('the workspace sends a limited number of rule emails across all inboxes', async () => {
  const earlier = await createConversation()
  const each = rateLimits.mails_per_inbox / 2
  for (let left = rateLimits.mails_per_workspace - 1; left > 0; left -= each)
    await insertRecentMails(Math.min(left, each), (await t.make.inbox()).id, earlier.id)
  const r = await createReplyRule()
  expect(await isAnswered(await createConversation()), 'one more email is allowed').toBe(true)
  const late = await createConversation()
  expect(await isAnswered(late)).toBe(false)
  expect((await desk.runs(r))[0]).toMatchObject({ outcome: 'refused', limit: 'workspace_budget' })
  expect(await trouble()).toMatchObject([{ limit: 'workspace_budget', conversations: [{ uuid: late.uuid }] }])
  await desk.advance(hour)
  expect(await isAnswered(await createConversation())).toBe(true)
})

test('spelling variants of an address share a limit across inboxes until an hour has passed', async () => {
  const r = await createReplyRule()
  for (let n = 0; n < rateLimits.mails_per_address; n++)
    await t.make.conversation({ email: 'echo@customer.test' })
  await desk.settle()
  const late = await createConversation({ email: 'Echo@Customer.test' })
  expect(await isAnswered(late)).toBe(false)
  expect((await desk.runs(r))[0]).toMatchObject({ limit: 'address_budget' })
  expect(await isAnswered(await createConversation({ email: 'somebody.else@customer.test' }))).toBe(true)
  await desk.advance(hour)
  expect(await isAnswered(await createConversation({ email: 'echo@customer.test' }))).toBe(true)
})

test('rules survey a contact once within 24 hours, and a skipped survey does not use up the limit', async () => {
  const day = 24 * hour
  const r = await desk.createRule([], [{ type: 'send_csat', value: ['0'] }])
  const email = 'asked@customer.test'
  expect(await isAnswered(await createConversation({ email }))).toBe(true)
  for (let n = 0; n < rateLimits.mails_per_address; n++)
    expect(await isAnswered(await createConversation({ email }))).toBe(false)
  expect((await desk.runs(r))[0]).toMatchObject({
    ...{ outcome: 'refused', limit: null },
    actions: [
      { outcome: 'refused', message: expect.stringMatching(/sent a survey within the last 24 hours/) },
    ],
  })
  await desk.deleteRules()
  await createReplyRule()
  expect(await isAnswered(await createConversation({ email })), 'one email was sent').toBe(true)

  await desk.deleteRules()
  await desk.createRule([], [{ type: 'send_csat', value: ['0'] }])
  await desk.advance(day - 1)
  expect(await isAnswered(await createConversation({ email }))).toBe(false)
  await desk.advance(1)
  expect(await isAnswered(await createConversation({ email }))).toBe(true)
})

test('rules that trigger each other stop at the limit, and the activity line about it has no cause', async () => {
  const teams = await Promise.all(Array.from({ length: maxDepth + 2 }, () => t.make.team()))
  const rules = []
  for (const [n, { id }] of teams.entries()) {
    const before = teams[n - 1]
    const follows = before && { field: 'assigned_team', operator: 'equals', value: String(before.id) }
    rules.push(
      await desk.createRule(follows ? [follows] : [], [{ type: 'assign_team', value: [String(id)] }], {
        name: `Step ${n}`,
        events: follows ? ['conversation.team.assigned'] : [],
      }),
    )
  }
  const c = await createConversation()
  const outcomes = []
  for (const r of rules) outcomes.push((await desk.runs(r)).map((run: { outcome: string }) => run.outcome))
  expect(outcomes).toEqual([...Array(maxDepth).fill(['done']), ['refused'], []])
  expect(await desk.row(c)).toMatchObject({ assigned_team_id: teams[maxDepth - 1]?.id })
  const [stopped] = await desk.runs(rules[maxDepth] ?? { id: 0 })
  expect(stopped).toMatchObject({ limit: 'depth', actions: [{ message: limitMessages.depth }] })
  expect((await desk.activityLines(c)).at(-1)).toMatchObject({
    type: 'rule_stopped',
    data: { rule: `Step ${maxDepth}`, reason: limitMessages.depth },
  })
  expect(await trouble()).toMatchObject([
    { rule: `Step ${maxDepth}`, limit: 'depth', conversations: [{ uuid: c.uuid }] },
  ])
  const fact = await t.db
    .selectFrom('events')
    .select(['depth', 'cause_id'])
    .where('conversation_id', '=', c.id)
    .where('type', '=', 'conversation.rule_stopped')
    .executeTakeFirstOrThrow()
  expect(fact).toEqual({ depth: 0, cause_id: null })
})

test('an administrator who cannot see the conversations sees the problem and only the number of conversations', async () => {
  const r = await desk.createRule([], [{ type: 'send_csat', value: ['0'] }])
  const email = 'trouble@customer.test'
  await createConversation({ email })
  const late = await createConversation({ email })
  expect((await desk.runs(r))[0]).toMatchObject({ outcome: 'refused' })
  const read = async (...permissions: string[]) => {
    const reader = await t.as(await t.make.agent({ permissions: ['automations:manage', ...permissions] }))
    return (await reader.get('/api/v1/automations/trouble')).body.data
  }
  for (const permissions of [[], ['conversations:read', 'conversations:read_assigned']]) {
    const report = await read(...permissions)
    expect(report).toMatchObject([{ rule: 'A rule', count: 1, hidden: 1, conversations: [] }])
    expect(JSON.stringify(report)).not.toContain(late.uuid)
    expect(JSON.stringify(report)).not.toContain(late.reference_number)
  }
  expect(await read('conversations:read', 'conversations:read_all')).toMatchObject([
    { hidden: 0, conversations: [{ uuid: late.uuid }] },
  ])
})
