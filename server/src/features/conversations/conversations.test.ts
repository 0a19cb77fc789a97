import { expect, test } from 'vitest'
import { admin, lines, path, setUpConversations, t } from './conversations-suite.ts'
import { wakeConversation } from './wake-conversation.ts'

setUpConversations()

test('a new conversation has its contact, message, team and agent, and its first email waits for the worker', async () => {
  const browser = await admin()
  const [inbox, team, agent] = [await t.make.inbox(), await t.make.team(), await t.make.agent()]
  const start = {
    inbox_id: inbox.id,
    contact_email: ' New@Customer.test',
    first_name: 'New',
    last_name: null,
    subject: 'Welcome',
    content: '<p>Hello</p>',
    team_id: team.id,
    agent_id: agent.id,
    attachments: null,
  }
  const { status, body } = await browser.post('/api/v1/conversations', start)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    subject: expect.stringContaining('Welcome'),
    status: 'Open',
    contact: { email: 'new@customer.test', first_name: 'New', last_name: '' },
    assigned_team_id: team.id,
    assigned_user_id: agent.id,
    inbox_mail: inbox.address,
    previous_conversations: null,
  })
  expect(await t.events(body.data.id)).toEqual([
    'conversation.created',
    'message.created',
    'conversation.team_assigned',
    'conversation.user_assigned',
  ])
  const participants = (await browser.get(path(body.data, '/participants'))).body.data
  expect(participants).toMatchObject([{ first_name: expect.any(String) }])
  const again = (await browser.post('/api/v1/conversations', { ...start, first_name: 'Other' })).body.data
  expect(again.contact).toEqual(body.data.contact)
  const reloaded = (await browser.get(path(again))).body.data
  expect(reloaded.previous_conversations.map((c: { uuid: string }) => c.uuid)).toEqual([body.data.uuid])
})

test('a subject is always stored as a single line', async () => {
  const created = await (await admin()).post('/api/v1/conversations', {
    inbox_id: (await t.make.inbox()).id,
    contact_email: 'lines@customer.test',
    first_name: 'Lin',
    subject: 'Hello\r\nBcc: x@y.test\r\n\r\n\u0007 there',
    content: '<p>Hello</p>',
  })
  expect(created.body.data.subject).toBe('Hello Bcc: x@y.test there')
})

test('a refused conversation leaves nothing behind, not even a contact', async () => {
  const browser = await admin()
  const inbox = await t.make.inbox()
  const disabledInbox = await t.make.inbox()
  await t.db.updateTable('inboxes').set({ enabled: false }).where('id', '=', disabledInbox.id).execute()
  const valid = {
    inbox_id: inbox.id,
    contact_email: 'trace@customer.test',
    first_name: 'No',
    subject: 'x',
    content: '<p>x</p>',
  }
  for (const invalid of [
    { inbox_id: disabledInbox.id },
    { inbox_id: 999_999 },
    { contact_email: 'nonsense' },
    { first_name: '' },
    { subject: ' ' },
    { content: '' },
    { content: '<p></p>' },
    { agent_id: 999_999 },
    { team_id: 999_999 },
    { attachments: [999_999] },
    { initiator: 'system' },
  ])
    expect([invalid, (await browser.post('/api/v1/conversations', { ...valid, ...invalid })).status]).toEqual(
      [invalid, 400],
    )
  expect(
    await t.db.selectFrom('contacts').select('id').where('email', '=', 'trace@customer.test').execute(),
  ).toEqual([])
  const blocked = await t.make.conversation({ email: 'blocked@customer.test' })
  await t.db.updateTable('contacts').set({ enabled: false }).where('id', '=', blocked.contact_id).execute()
  expect(
    (await browser.post('/api/v1/conversations', { ...valid, contact_email: 'blocked@customer.test' }))
      .status,
  ).toBe(400)
})

test('assigning records the assignee once, another team unassigns the agent, and an invalid assignee is refused', async () => {
  const browser = await admin()
  const [bo, team] = [await t.make.agent({ first_name: 'Bo' }), await t.make.team('Billing')]
  const c = await t.make.conversation()
  const user = (assignee_id: number) => browser.put(path(c, '/assignee/user'), { assignee_id })
  expect((await user(bo.id)).body).toMatchObject({ data: true })
  await user(bo.id)
  await browser.put(path(c, '/assignee/team'), { assignee_id: team.id })
  expect((await browser.get(path(c))).body.data).toMatchObject({
    assigned_team_id: team.id,
    assigned_user_id: null,
  })
  await browser.put(path(c, '/assignee/team/remove'))
  await browser.put(path(c, '/assignee/team/remove'))
  await browser.put(path(c, '/assignee/user/remove'))
  expect((await lines(browser, c)).map((line) => [line.activity.type, line.activity.data])).toEqual([
    ['assigned_user', { assignee: 'Bo' }],
    ['assigned_team', { team: 'Billing' }],
    ['unassigned_team', { team: 'Billing' }],
  ])

  const disabled = await t.make.agent()
  await t.db.updateTable('agents').set({ enabled: false }).where('id', '=', disabled.id).execute()
  for (const id of [disabled.id, t.system.id, c.contact_id, 999_999])
    expect((await user(id)).status).toBe(400)
  expect((await browser.put(path(c, '/assignee/team'), { assignee_id: 999_999 })).status).toBe(400)
  for (const assignee_id of ['1', null, 1.5, -1])
    expect((await browser.put(path(c, '/assignee/user'), { assignee_id })).status).toBe(400)
})

test('a priority is set by name; an unknown name is refused and clears nothing', async () => {
  const browser = await admin()
  const c = await t.make.conversation()
  const set = (priority: unknown) => browser.put(path(c, '/priority'), { priority })
  expect((await set('high')).status).toBe(200)
  for (const invalid of ['Urgent', '', 3]) expect((await set(invalid)).status).toBe(400)
  expect((await browser.get(path(c))).body.data).toMatchObject({ priority: 'High', priority_id: 3 })
  expect((await set(null)).status).toBe(200)
  expect((await lines(browser, c)).map((line) => line.activity.type)).toEqual([
    'priority_changed',
    'priority_removed',
  ])
})

test('tags are replaced by name, unknown names are ignored, and each added or removed tag has a timeline line', async () => {
  const browser = await admin()
  await Promise.all(['alpha', 'beta', 'gamma'].map((name) => t.make.tag(name)))
  const c = await t.make.conversation()
  const set = (tags: unknown) => browser.post(path(c, '/tags'), { tags })
  await set(['beta', 'ALPHA', 'nothing', ' beta '])
  expect((await browser.get(path(c))).body.data.tags).toEqual(['alpha', 'beta'])
  const version = (await browser.get(path(c))).body.data.version
  await set(['alpha', 'beta'])
  expect((await browser.get(path(c))).body.data.version, 'the same again is no change').toBe(version)
  await set(['gamma'])
  await set(null)
  expect(
    (await lines(browser, c)).map((line) => [
      line.activity.type,
      (line.activity.data as { tag: string }).tag,
    ]),
  ).toEqual([
    ['tag_added', 'alpha'],
    ['tag_added', 'beta'],
    ['tag_added', 'gamma'],
    ['tag_removed', 'alpha'],
    ['tag_removed', 'beta'],
    ['tag_removed', 'gamma'],
  ])
  expect((await set('alpha')).status).toBe(400)
})

test('resolved_at and closed_at are set once, and reopening clears neither', async () => {
  const browser = await admin()
  const c = await t.make.conversation()
  const set = (status: string) => browser.put(path(c, '/status'), { status })
  const dates = async () => {
    const { resolved_at, closed_at } = (await browser.get(path(c))).body.data
    return { resolved_at, closed_at }
  }
  const first = t.clock.now().toISOString()
  await set('Resolved')
  expect(await dates()).toEqual({ resolved_at: first, closed_at: null })
  t.clock.advance(60_000)
  const second = t.clock.now().toISOString()
  await set('Open')
  await set('closed')
  expect(await dates()).toEqual({ resolved_at: first, closed_at: second })
  t.clock.advance(60_000)
  await set('Open')
  await set('Closed')
  expect(await dates()).toEqual({ resolved_at: first, closed_at: second })
})

test('anyone who writes or changes something becomes a participant; the system is typed like one but is not listed', async () => {
  const ana = await t.make.agent({ permissions: t.make.allPermissions, first_name: 'Ana' })
  const browser = await t.as(ana)
  const c = await t.make.conversation()
  await browser.put(path(c, '/status'), { status: 'Snoozed', snoozed_until: '1h' })
  t.clock.advance(3_600_000)
  await t.act(t.system, (tx) => wakeConversation(tx, c.id))
  expect((await lines(browser, c)).map((line) => line.activity.type)).toEqual(['snoozed', 'woke_up'])
  const participants = (await browser.get(path(c, '/participants'))).body.data
  expect(participants.filter((one: { type: string }) => one.type !== 'system')).toMatchObject([
    { id: ana.id, type: 'agent' },
    { id: c.contact_id, type: 'contact' },
  ])
})
