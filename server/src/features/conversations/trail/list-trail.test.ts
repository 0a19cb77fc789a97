import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../../actor.ts'
import { lockById } from '../../../conversation-access.ts'
import type { Tx } from '../../../db/transaction.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { setPriority } from '../set-priority.ts'
import { setStatus } from '../set-status.ts'
import { setTags } from '../set-tags.ts'
import { wakeConversation } from '../wake-conversation.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const path = (c: { uuid: string }, rest = '/events') => `/api/v1/conversations/${c.uuid}${rest}`
async function setUp() {
  const ana = await t.make.agent({ first_name: 'Ana', permissions: t.make.allPermissions })
  const c = await t.make.conversation()
  return { ana, c, browser: await t.as(ana) }
}
const trail = async (browser: Awaited<ReturnType<TestApp['as']>>, c: { uuid: string }, query = '') =>
  (await browser.get(`${path(c)}${query}`)).body.data

const lockConversation = async (tx: Tx, id: number) => {
  const c = await lockById(tx, id)
  if (!c) throw new Error('conversation not found')
  return c
}
const lastEvent = async (conversation_id: number) =>
  t.db
    .selectFrom('events')
    .select(['id', 'depth'])
    .where('conversation_id', '=', conversation_id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

test('the trail shows who made each change, when, and the values before and after', async () => {
  const { ana, c, browser } = await setUp()
  const team = await t.make.team('Billing')
  await t.make.tag('refund')
  await browser.put(path(c, '/assignee/team'), { assignee_id: team.id })
  await browser.put(path(c, '/assignee/user'), { assignee_id: ana.id })
  await browser.put(path(c, '/priority'), { priority: 'High' })
  await browser.post(path(c, '/tags'), { tags: ['refund'] })
  await browser.put(path(c, '/status'), { status: 'Resolved' })

  const { results } = await trail(browser, c)

  const summary = results.map((entry: { type: string; changes: object[] }) => [entry.type, entry.changes])
  const one = (field: string, before: unknown, after: unknown) => [{ field, attribute: null, before, after }]
  expect(summary).toEqual([
    ['conversation.status_changed', one('status', 'Open', 'Resolved')],
    ['conversation.tags_changed', one('tags', [], ['refund'])],
    ['conversation.priority_changed', one('priority', null, 'High')],
    ['conversation.user_assigned', one('assigned_user', null, 'Ana')],
    ['conversation.team_assigned', one('assigned_team', null, 'Billing')],
    ['conversation.created', []],
  ])
  expect(results[0]).toMatchObject({
    actor: { kind: 'agent', id: ana.id, name: 'Ana' },
    at: t.clock.now().toISOString(),
    because: [],
  })
})

test('the trail distinguishes agent, API key, contact, rule and timer', async () => {
  const { ana, c, browser } = await setUp()
  const key: Actor = { ...ana, kind: 'api_key' }
  const rule: Actor = { ...t.system, kind: 'rule' }
  await t.act(ana, async (tx) => setPriority(tx, await lockConversation(tx, c.id), 'Low'))
  await t.act(key, async (tx) => setPriority(tx, await lockConversation(tx, c.id), 'Medium'))
  await t.act(rule, async (tx) => setPriority(tx, await lockConversation(tx, c.id), 'High'))
  await t.act(ana, async (tx) =>
    setStatus(tx, await lockConversation(tx, c.id), {
      status: 'Snoozed',
      snoozed_until: new Date(t.clock.now().getTime() + 60_000),
    }),
  )
  t.clock.advance(60_000)
  await t.act(t.system, (tx) => wakeConversation(tx, c.id))

  const { results } = await trail(browser, c)
  expect(results.map((entry: { actor: { kind: string; name: string | null } }) => entry.actor)).toMatchObject(
    [
      { kind: 'system', name: null },
      { kind: 'agent', name: 'Ana' },
      { kind: 'rule', name: null },
      { kind: 'api_key', name: 'Ana' },
      { kind: 'agent', name: 'Ana' },
      { kind: 'system' },
    ],
  )
  expect(results[0].type).toBe('conversation.woken')
})

test("a rule's change has its name and reason, and an unknown kind of reason is left out", async () => {
  const { c, browser } = await setUp()
  const why = { by: 'rule', rule_id: 7, rule: 'Refunds', run_id: null } as const
  const rule: Actor = { ...t.system, kind: 'rule', why }
  await t.act(rule, async (tx) => setPriority(tx, await lockConversation(tx, c.id), 'High'))
  const unknownReason = { ...rule, why: { by: 'moon' } } as unknown as Actor // as a later release may have written it
  await t.act(unknownReason, async (tx) => setPriority(tx, await lockConversation(tx, c.id), 'Low'))

  const { results } = await trail(browser, c)
  expect(results[0]).toMatchObject({ actor: { kind: 'rule', name: null }, why: null })
  expect(results[1]).toMatchObject({ actor: { kind: 'rule', name: 'Refunds' }, why })
  expect(results[2].why).toBe(null)
})

test('the causes of a change form a chain, nearest first', async () => {
  const { ana, c, browser } = await setUp()
  await t.make.tag('urgent')
  await t.act(ana, async (tx) => {
    const current = await lockConversation(tx, c.id)
    await tx.record({
      type: 'conversation.macro_applied',
      conversation: { before: current, after: current },
      data: { macro: { id: 7, name: 'Escalate' } },
    })
  })
  const ruleActor = async () => ({ ...t.system, kind: 'rule' as const, cause: await lastEvent(c.id) })
  const first = await ruleActor()
  await t.act(first, async (tx) => setPriority(tx, await lockConversation(tx, c.id), 'High'))
  const second = await ruleActor()
  await t.act(second, async (tx) => setTags(tx, await lockConversation(tx, c.id), ['urgent']))

  const { results } = await trail(browser, c)
  const [tagged, prioritised, applied] = results
  expect(tagged.because.map((step: { type: string }) => step.type)).toEqual([
    'conversation.priority_changed',
    'conversation.macro_applied',
  ])
  expect(tagged.depth).toBe(2)
  expect(prioritised.because).toMatchObject([{ type: 'conversation.macro_applied', name: 'Escalate' }])
  expect(applied.because).toEqual([])
})

test('a cause in another conversation is not shown', async () => {
  const { ana, c, browser } = await setUp()
  const other = await t.make.conversation()
  const actor: Actor = { ...ana, cause: await lastEvent(other.id) }
  await t.act(actor, async (tx) => setPriority(tx, await lockConversation(tx, c.id), 'High'))
  const { results } = await trail(browser, c)
  expect(results[0]).toMatchObject({ type: 'conversation.priority_changed', because: [], depth: 1 })
})

test('custom attributes are shown by name, one change each', async () => {
  const { c, browser } = await setUp()
  const dates = { created_at: t.clock.now(), updated_at: t.clock.now() }
  for (const applies_to of ['conversation', 'contact'] as const)
    await t.db
      .insertInto('custom_attribute_definitions')
      .values({ ...dates, name: `The ${applies_to} plan`, applies_to, key: 'plan', data_type: 'text' })
      .execute()
  await browser.put(path(c, '/custom-attributes'), { plan: 'Pro' })
  await browser.put(path(c, '/contacts/custom-attributes/plan'), { value: 'Free' })
  const { results } = await trail(browser, c)
  expect(results.slice(0, 2).map((entry: { changes: object[] }) => entry.changes)).toEqual([
    [{ field: 'contact_attribute', attribute: 'The contact plan', before: null, after: 'Free' }],
    [{ field: 'custom_attribute', attribute: 'The conversation plan', before: null, after: 'Pro' }],
  ])
})

test('the trail contains no message text and no counter or cache columns', async () => {
  const { c, browser } = await setUp()
  await browser.post(path(c, '/messages'), { message: '<p>The password is swordfish</p>', private: true })
  await browser.post(path(c, '/messages'), { message: '<p>Sesame opens it</p>', to: ['a@customer.test'] })
  const data = await trail(browser, c)
  expect(data.results.map((entry: { message: string }) => entry.message)).toEqual(['reply', 'note', null])
  expect(JSON.stringify(data)).not.toMatch(/swordfish|sesame|last_message|unread_counter|access/i)
})

test('a held reply is shown to its author only', async () => {
  const { c, browser } = await setUp()
  await browser.post(path(c, '/messages'), { message: '<p>Hello</p>', to: ['a@customer.test'] })
  await t.db
    .updateTable('messages')
    .set({ held_until: t.clock.now() })
    .where('conversation_id', '=', c.id)
    .where('type', '=', 'outgoing')
    .execute()
  const other = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const types = async (who: typeof other) =>
    (await trail(who, c)).results.map((entry: { type: string }) => entry.type)
  expect(await types(browser)).toContain('message.created')
  expect(await types(other)).not.toContain('message.created')
})

test('pages continue by cursor, newest first, and reading records nothing', async () => {
  const { c, browser } = await setUp()
  for (const priority of ['Low', 'Medium', 'High', null])
    await browser.put(path(c, '/priority'), { priority })
  await browser.put(path(c, '/last-seen'))
  const first = await trail(browser, c, '?page_size=3')
  const second = await trail(browser, c, `?page_size=3&cursor=${first.next_cursor}`)
  const ids = [...first.results, ...second.results].map((entry) => entry.id)
  expect(ids).toHaveLength(5)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect(second.next_cursor).toBeNull()
  expect((await browser.get(`${path(c)}?page_size=0`)).status).toBe(400)
  expect((await browser.get(`${path(c)}?cursor=x`)).status).toBe(400)
})

test('an activity line leads to the event that created it', async () => {
  const { c, browser } = await setUp()
  await browser.put(path(c, '/priority'), { priority: 'Low' })
  const messages = await browser.get(path(c, '/messages'))
  const activityLine = messages.body.data.results[0]
  await browser.put(path(c, '/priority'), { priority: 'High' })
  const { results } = await trail(browser, c, `?message_id=${activityLine.id}`)
  expect(results[0]).toMatchObject({
    type: 'conversation.priority_changed',
    message_ids: [activityLine.id],
    changes: [{ after: 'Low' }],
  })
})

test('an agent who may not see the conversation cannot see its trail', async () => {
  const { c } = await setUp()
  const outsider = await t.as(
    await t.make.agent({ permissions: ['conversations:read', 'conversations:read_assigned'] }),
  )
  expect(await outsider.get(path(c))).toMatchObject({
    status: 404,
    body: { message: 'Conversation not found' },
  })
})

test('participants have their type, and previous conversations are counted correctly', async () => {
  const { ana, c, browser } = await setUp()
  t.clock.advance(60_000)
  await browser.put(path(c, '/priority'), { priority: 'Low' })
  await t.act(t.system, async (tx) => setPriority(tx, await lockConversation(tx, c.id), 'High'))
  const { body } = await browser.get(path(c, '/participants'))
  expect(body.data.map((one: { id: number; type: string }) => [one.id, one.type])).toEqual([
    [c.contact_id, 'contact'],
    [ana.id, 'agent'],
  ])

  const { email } = await t.db
    .selectFrom('contacts')
    .select('email')
    .where('id', '=', c.contact_id)
    .executeTakeFirstOrThrow()
  const assignee = await t.make.agent()
  for (let n = 0; n < 12; n++)
    await t.make.conversation({ email: email ?? '', assigned_user_id: n === 0 ? assignee.id : ana.id })
  const whole = (await browser.get(path(c, ''))).body.data
  expect(whole.previous_conversations).toHaveLength(10)
  expect(whole.previous_count).toBe(12)
  await t.db
    .updateTable('conversations')
    .set({ assigned_user_id: assignee.id })
    .where('id', '=', c.id)
    .execute()
  const narrow = await t.make.agent({ permissions: ['conversations:read', 'conversations:read_assigned'] })
  await t.db
    .updateTable('conversations')
    .set({ assigned_user_id: narrow.id })
    .where('assigned_user_id', '=', assignee.id)
    .execute()
  expect((await (await t.as(narrow)).get(path(c, ''))).body.data).toMatchObject({ previous_count: 1 })
})
