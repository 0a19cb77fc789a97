import { afterAll, beforeAll, expect, test } from 'vitest'
import { json } from '../../db/json.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { wakeConversation } from './wake-conversation.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const hour = 3_600_000
const path = (c: { uuid: string }, rest = '') => `/api/v1/conversations/${c.uuid}${rest}`

test('snoozing hides the conversation until its time, adds a timeline line and queues the wake-up job', async () => {
  const ana = await t.make.agent({ first_name: 'Ana' })
  const c = await t.make.conversation()
  await t.db
    .insertInto('settings')
    .values({ key: 'app.timezone', value: json('Asia/Kolkata'), updated_at: t.clock.now() })
    .onConflict((row) => row.column('key').doUpdateSet({ value: json('Asia/Kolkata') }))
    .execute()
  const browser = await t.as(ana)

  const reply = await browser.put(path(c, '/status'), { status: 'Snoozed', snoozed_until: '2h' })

  expect(reply).toMatchObject({ status: 200, body: { status: 'success', data: true } })
  const until = new Date(t.clock.now().getTime() + 2 * hour)
  const { body } = await browser.get(path(c))
  expect(body.data).toMatchObject({
    status: 'Snoozed',
    snoozed_until: until.toISOString(),
    version: c.version + 1,
  })
  const messages = await browser.get(path(c, '/messages'))
  expect(messages.body.data.results[0]).toMatchObject({
    type: 'activity',
    content: expect.stringMatching(
      /^Ana .*snoozed this until \d{1,2} \w+ \d{4} at \d\d:\d\d \(Asia\/Kolkata\)$/,
    ),
    activity: { type: 'snoozed', data: { until: until.toISOString() } },
  })
  expect(await t.events(c.id)).toContain('conversation.snoozed')
  expect(await t.jobs()).toContainEqual({
    task: 'wake_conversation',
    run_at: until,
    key: `wake_conversation:${c.id}`,
  })
})

test('a refused status change leaves no trace', async () => {
  const ana = await t.make.agent()
  const outsider = await t.make.agent({ permissions: ['conversations:read', 'conversations:update_status'] })
  const mayNotAssign = await t.make.agent({
    permissions: ['conversations:read', 'conversations:read_all', 'conversations:update_status'],
  })
  const c = await t.make.conversation()
  const before = await t.events(c.id)
  const setStatus = async (actor: typeof ana, body: object) =>
    (await t.as(actor)).put(path(c, '/status'), body)

  expect(await setStatus(outsider, { status: 'Closed' })).toMatchObject({
    status: 404,
    body: { error_type: 'NotFoundException' },
  })
  for (const body of [
    { status: 'Nonsense' },
    { status: '' },
    { status: 7 },
    {},
    { status: 'Snoozed' },
    { status: 'Snoozed', snoozed_until: 'tomorrow' },
    { status: 'Snoozed', snoozed_until: '-2h' },
    { status: 'Snoozed', snoozed_until: '2020-01-01T00:00:00Z' },
  ])
    expect(await setStatus(ana, body)).toMatchObject({ status: 400, body: { error_type: 'InputException' } })
  expect(await setStatus(mayNotAssign, { status: 'Resolved' })).toMatchObject({ status: 400 })

  expect(await t.events(c.id)).toEqual(before)
  expect(
    await t.db.selectFrom('conversations').selectAll().where('id', '=', c.id).executeTakeFirst(),
  ).toEqual(c)
})

test('resolving an unassigned conversation assigns it to the person who resolves it', async () => {
  const ana = await t.make.agent()
  const c = await t.make.conversation()

  await (await t.as(ana)).put(path(c, '/status'), { status: 'Resolved' })

  const { body } = await (await t.as(ana)).get(path(c))
  expect(body.data).toMatchObject({
    status: 'Resolved',
    assigned_user_id: ana.id,
    resolved_at: t.clock.now().toISOString(),
  })
})

test('a snoozed conversation that is resolved stays resolved when its snooze time comes', async () => {
  const ana = await t.make.agent()
  const c = await t.make.conversation({ assigned_user_id: ana.id })
  const browser = await t.as(ana)
  await browser.put(path(c, '/status'), { status: 'Snoozed', snoozed_until: '1h' })

  await browser.put(path(c, '/status'), { status: 'Resolved' })
  t.clock.advance(2 * hour)
  await t.act(t.system, (tx) => wakeConversation(tx, c.id))

  expect((await t.jobs()).filter((job) => job.key === `wake_conversation:${c.id}`)).toEqual([])
  expect((await browser.get(path(c))).body.data).toMatchObject({ status: 'Resolved', snoozed_until: null })
})

test('the wake-up job opens the conversation once, at its time and not before', async () => {
  const ana = await t.make.agent()
  const c = await t.make.conversation()
  const browser = await t.as(ana)
  await browser.put(path(c, '/status'), { status: 'Snoozed', snoozed_until: '90m' })

  await t.act(t.system, (tx) => wakeConversation(tx, c.id))
  expect((await browser.get(path(c))).body.data.status).toBe('Snoozed')

  t.clock.advance(2 * hour)
  await t.act(t.system, (tx) => wakeConversation(tx, c.id))
  await t.act(t.system, (tx) => wakeConversation(tx, c.id))
  expect((await browser.get(path(c))).body.data).toMatchObject({ status: 'Open', snoozed_until: null })
  expect((await t.events(c.id)).filter((type) => type === 'conversation.woken')).toHaveLength(1)
})
