import { expect, test } from 'vitest'
import { lockById } from '../../conversation-access.ts'
import { parseGoDuration } from '../../go-duration.ts'
import { startQueue } from '../../jobs/queue.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { eventually } from '../../testing/web-sockets.ts'
import { admin, lines, path, setUpConversations, t } from './conversations-suite.ts'
import { handleCustomerReply } from './handle-customer-reply.ts'
import { wakeConversation } from './wake-conversation.ts'

setUpConversations()

const replyAsCustomer = (c: { id: number }) =>
  t.act(t.system, async (tx) => {
    const current = await lockById(tx, c.id)
    if (current) await handleCustomerReply(tx, current)
  })
const setAvailability = async (agent: Parameters<TestApp['as']>[0], status: string) =>
  (await t.as(agent)).put('/api/v1/agents/me/availability', { status })

test('a customer reply reopens a snoozed conversation and unassigns an agent who is reassigning', async () => {
  const browser = await admin()
  const ana = await t.make.agent({ first_name: 'Ana' })
  const c = await t.make.conversation({ assigned_user_id: ana.id })
  await browser.put(path(c, '/status'), { status: 'Snoozed', snoozed_until: '2h' })
  await setAvailability(ana, 'away_and_reassigning')
  await replyAsCustomer(c)
  expect((await browser.get(path(c))).body.data).toMatchObject({
    status: 'Open',
    snoozed_until: null,
    assigned_user_id: null,
  })
  expect((await t.jobs()).filter((job) => job.key === `wake_conversation:${c.id}`)).toEqual([])
  expect((await lines(browser, c)).slice(-1)).toMatchObject([
    {
      content: 'Ana was unassigned: away, with replies being reassigned',
      activity: { type: 'unassigned_away', data: { assignee: 'Ana' } },
    },
  ])
  expect((await t.events(c.id)).slice(-2)).toEqual(['conversation.reopened', 'conversation.user_removed'])
})

test.each([
  ['online', true],
  ['away', true],
  ['away_manual', true],
  ['offline', true],
  ['away_and_reassigning', false],
])('an agent who is %s keeps an open conversation after a customer reply: %s', async (status, isKept) => {
  const ana = await t.make.agent()
  const c = await t.make.conversation({ assigned_user_id: ana.id })
  await setAvailability(ana, status)
  await replyAsCustomer(c)
  expect((await (await admin()).get(path(c))).body.data.assigned_user_id).toBe(isKept ? ana.id : null)
})

test('a snooze that ends on its own keeps the conversation with an agent who is reassigning', async () => {
  const ana = await t.make.agent()
  const c = await t.make.conversation({ assigned_user_id: ana.id })
  await (await admin()).put(path(c, '/status'), { status: 'Snoozed', snoozed_until: '1h' })
  await setAvailability(ana, 'away_and_reassigning')
  t.clock.advance(3_600_000)
  await t.act(t.system, (tx) => wakeConversation(tx, c.id))
  expect((await (await admin()).get(path(c))).body.data).toMatchObject({
    status: 'Open',
    assigned_user_id: ana.id,
  })
})

test('the queue wakes a snoozed conversation when its time comes, and not before', async () => {
  const browser = await admin()
  const c = await t.make.conversation()
  // The queue uses the machine's clock, to which the server's clock is set.
  let wokenAt = 0
  const queue = await startQueue(t, {
    wake_conversation: async ({ id }) => {
      wokenAt = Date.now()
      t.clock.set(new Date(wokenAt))
      await t.act(t.system, (tx) => wakeConversation(tx, Number(id)))
    },
  })
  try {
    const startedAt = Date.now()
    t.clock.set(new Date(startedAt))
    await browser.put(path(c, '/status'), { status: 'Snoozed', snoozed_until: '1500ms' })
    await eventually(async () => (await browser.get(path(c))).body.data.status === 'Open')
    expect(wokenAt - startedAt).toBeGreaterThanOrEqual(1500)
    expect((await lines(browser, c)).map((line) => line.activity.type)).toEqual(['snoozed', 'woke_up'])
  } finally {
    await queue.stop()
  }
})

test.each([
  ['90m', 5_400_000],
  ['1h30m', 5_400_000],
  ['1.5h', 5_400_000],
  ['-2s', -2000],
  ['+2s', 2000],
  ['1500us', 1.5],
  ['1µs', 0.001],
  ['0', 0],
  ['', null],
  ['2d', null],
  ['h', null],
  ['2 h', null],
  ['1h-30m', null],
])('the duration "%s" is %d milliseconds', (text, expected) => {
  expect(parseGoDuration(text)).toBe(expected)
})

test('snoozing for more than ten years is refused with a message', async () => {
  const browser = await admin()
  const c = await t.make.conversation()
  for (const snoozed_until of [
    '999999999999h',
    '100000h',
    '9999-12-31T00:00:00Z',
    '2026-02-30T99:00:00Z',
    `${'9'.repeat(400)}h`,
  ])
    expect(await browser.put(path(c, '/status'), { status: 'Snoozed', snoozed_until })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'snoozed_until' }] },
    })
})
