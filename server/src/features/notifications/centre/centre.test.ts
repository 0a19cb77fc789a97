import { afterAll, beforeAll, expect, test } from 'vitest'
import { consumeOnce } from '../../../spine/consumer.ts'
import { waitUntilEventsReadable } from '../../../testing/wait-for-events.ts'
import { notificationConsumer } from '../notification-consumer.ts'
import { notify } from '../notify.ts'
import { mention, startCentre } from './centre-suite.ts'
import { purgeNotifications } from './purge-notifications.ts'

let desk: Awaited<ReturnType<typeof startCentre>>
beforeAll(async () => {
  desk = await startCentre()
})
afterAll(() => desk.t.stop())

test('an assignment notifies the new agent, not its author, and is removed when it is undone', async () => {
  const { t, assign, petra, summary, admin } = desk
  const sam = await t.make.agent()
  const c = await t.make.conversation({ subject: 'Lamp' })
  await assign(c, sam)
  expect(await summary(sam)).toEqual(['assigned Petra'])
  const [first] = await desk.notices(sam)
  expect(first).toMatchObject({
    read_at: null,
    conversation: { uuid: c.uuid, subject: 'Lamp', contact_name: 'Grace Hopper' },
    conversation_count: 1,
  })
  expect(await summary(petra)).toEqual([])
  await admin.put(`/api/v1/conversations/${c.uuid}/assignee/user/remove`, {})
  expect(await summary(sam)).toEqual([])
  await assign(c, petra)
  expect(await summary(petra)).toEqual([])
})

test('a conversation that someone else reads, follows or writes a note in is not assigned anew', async () => {
  const { t, summary, note, customerWrites } = desk
  const [sam, bo] = [await t.make.agent(), await t.make.agent()]
  const c = await t.make.conversation({ assigned_user_id: sam.id })
  await customerWrites(c)
  const browser = await t.as(bo)
  await browser.put(`/api/v1/conversations/${c.uuid}/last-seen`, {})
  await browser.put(`/api/v1/conversations/${c.uuid}/follow`, {})
  await note(c, '<p>Hm</p>', browser)
  expect(await summary(sam)).toEqual(['reply Grace Hopper'])
})

test('many conversations that are assigned at once are one notification, which counts those still assigned', async () => {
  const { t, admin, notices, unread, assign } = desk
  const [sam, bo] = [await t.make.agent(), await t.make.agent()]
  const all = []
  for (let n = 0; n < 6; n++) all.push(await t.make.conversation())
  const answer = await admin.post('/api/v1/conversations/bulk', {
    uuids: all.map(({ uuid }) => uuid),
    action: { type: 'assign_user', assignee_id: sam.id },
  })
  expect(answer.status).toBe(200)
  const [batch, ...others] = await notices(sam)
  expect(others).toEqual([])
  expect(batch).toMatchObject({ kind: 'assigned', conversation: null, conversation_count: 6, occurrences: 6 })
  for (const c of all.slice(0, 2)) await assign(c, bo)
  expect((await notices(sam))[0]).toMatchObject({ conversation_count: 4 })
  for (const c of all.slice(2)) await assign(c, bo)
  expect(await notices(sam)).toEqual([])
  expect(await unread(sam)).toMatchObject({ count: 0 })
})

test('a reply of the customer notifies the agent of the conversation, and counts up until it is read', async () => {
  const { t, summary, unread, customerWrites } = desk
  const sam = await t.make.agent()
  const c = await t.make.conversation({ assigned_user_id: sam.id })
  await customerWrites(c)
  await customerWrites(c)
  expect(await summary(sam)).toEqual(['reply ×2 Grace Hopper'])
  expect(await unread(sam)).toMatchObject({ count: 1, conversation_uuids: [c.uuid] })
  const browser = await t.as(sam)
  expect((await browser.put(`/api/v1/conversations/${c.uuid}/last-seen`, {})).status).toBe(200)
  expect(await unread(sam)).toMatchObject({ count: 0, conversation_uuids: [], newest_at: null })
  await customerWrites(c)
  expect(await summary(sam)).toEqual(['reply Grace Hopper', 'reply ×2 Grace Hopper'])
})

test('what an agent has opened before it was processed arrives as read, and is neither pushed nor emailed', async () => {
  const { t, customerWrites, notices, unread } = desk
  const sam = await t.make.agent()
  const c = await t.make.conversation({ assigned_user_id: sam.id })
  await customerWrites(c)
  t.clock.advance(1)
  await (await t.as(sam)).put(`/api/v1/conversations/${c.uuid}/last-seen`, {})
  expect(await unread(sam)).toMatchObject({ count: 0 })
  expect(await notices(sam)).toMatchObject([{ kind: 'reply', read_at: expect.any(String) }])
})

test('imported history and automatic replies notify nobody', async () => {
  const { t, summary } = desk
  const sam = await t.make.agent()
  const c = await t.make.conversation({ assigned_user_id: sam.id })
  for (const data of [{ historical: true }, { automatic: true }])
    await t.act(t.system, (tx) =>
      tx.record({
        type: 'message.created',
        conversation: { before: c, after: c },
        data: { message_type: 'incoming', private: false, ...data },
      }),
    )
  expect(await summary(sam)).toEqual([])
})

test('a mention notifies agents and the members of teams once, makes them follow, and reaches nobody without access', async () => {
  const { t, summary, note, petra } = desk
  const bo = await t.make.agent()
  const team = await t.make.team()
  const [ada, kim] = [
    await t.make.agent({ team_ids: [team.id] }),
    await t.make.agent({ team_ids: [team.id] }),
  ]
  const blind = await t.make.agent({ permissions: [] })
  const lonely = await t.make.team()
  const c = await t.make.conversation()
  await (await t.as(kim)).put('/api/v1/agents/me/preferences', { follow_mentions: false })
  const text = [
    mention('agent', bo.id),
    mention('agent', ada.id),
    mention('team', team.id),
    mention('agent', blind.id),
    mention('team', lonely.id),
    mention('agent', petra.id),
  ].join(' ')
  const written = await note(c, `<p>${text} look</p>`)
  expect(written.meta.unreached_mentions).toEqual([
    { type: 'agent', id: blind.id },
    { type: 'team', id: lonely.id },
  ])
  for (const agent of [bo, ada, kim]) expect(await summary(agent)).toEqual(['mention Petra'])
  for (const agent of [blind, petra]) expect(await summary(agent)).toEqual([])
  const followers = (await desk.admin.get(`/api/v1/conversations/${c.uuid}/followers`)).body.data
  expect(followers.map(({ id }: { id: number }) => id).sort()).toEqual([bo.id, ada.id].sort())
})

test('only the attributes of sanitised HTML mention someone, and unknown targets are plain text', async () => {
  const { t, note, summary } = desk
  const bo = await t.make.agent()
  const c = await t.make.conversation()
  const written = await note(
    c,
    `<p>@Bo ${mention('agent', 999_999)} ${mention('team', 999_999)} <span data-mention-id="${bo.id}">@Bo</span>
      <span data-mention-type="robot" data-mention-id="${bo.id}">@Bo</span> data-mention-type="agent" data-mention-id="${bo.id}"</p>`,
  )
  expect(written.content).not.toContain('999999')
  expect(written.content).not.toContain('robot')
  expect(await summary(bo)).toEqual([])
  const reply = await desk.admin.post(`/api/v1/conversations/${c.uuid}/messages`, {
    message: `<p>${mention('agent', bo.id)}</p>`,
    to: ['grace@customer.test'],
  })
  expect(reply.status).toBe(200)
  expect(await summary(bo), 'customers must not see who works here').toEqual([])
})

test('a follower learns of emails, replies, notes, status and assignment, but not of their own', async () => {
  const { t, admin, note, customerWrites, notices, summary } = desk
  const bo = await t.make.agent()
  const browser = await t.as(bo)
  const c = await t.make.conversation()
  const path = `/api/v1/conversations/${c.uuid}`
  const changes = async () => {
    const [latest] = await notices(bo)
    await browser.put('/api/v1/notifications/read', {})
    return latest?.change ?? null
  }
  expect((await browser.put(`${path}/follow`, {})).status).toBe(200)
  expect((await browser.put(`${path}/follow`, {})).status).toBe(200)
  await note(c, '<p>Hm</p>')
  expect(await changes()).toBe('note')
  await customerWrites(c)
  expect(await changes()).toBe('email')
  await admin.post(`${path}/messages`, { message: '<p>Yes</p>', to: ['grace@customer.test'] })
  expect(await changes()).toBe('reply')
  await admin.put(`${path}/status`, { status: 'Resolved' })
  await desk.engines.settle()
  expect(['status', 'agent']).toContain(await changes())
  const before = (await summary(bo)).length
  await note(c, '<p>Mine</p>', browser)
  await browser.put(`${path}/status`, { status: 'Open' })
  await admin.put(`${path}/priority`, { priority: 'High' })
  expect(await summary(bo)).toHaveLength(before)
  await browser.put(`${path}/unfollow`, {})
  await note(c, '<p>More</p>')
  expect(await summary(bo)).toHaveLength(before)
  expect((await t.events(c.id)).filter((type) => type.endsWith('followed'))).toEqual([
    'conversation.followed',
    'conversation.unfollowed',
  ])
})

test('losing access hides notifications and ends following, whether the conversation or the role changed', async () => {
  const { t, admin, note, assign, unread, summary } = desk
  const team = await t.make.team()
  const permissions = ['conversations:read', 'conversations:read_team_inbox', 'messages:read']
  const [bo, ada] = [
    await t.make.agent({ permissions, team_ids: [team.id] }),
    await t.make.agent({ permissions, team_ids: [team.id] }),
  ]
  const c = await t.make.conversation({ assigned_team_id: team.id })
  await note(c, `<p>${mention('agent', bo.id)} ${mention('agent', ada.id)}</p>`)
  expect(await unread(bo)).toMatchObject({ count: 1 })
  const followers = async () =>
    (await t.db.selectFrom('followers').select('agent_id').where('conversation_id', '=', c.id).execute())
      .length
  expect(await followers()).toBe(2)
  await t.db.deleteFrom('team_members').where('agent_id', '=', ada.id).execute()
  await t.act(t.system, (tx) => tx.record({ type: 'team.changed', object: { type: 'team', id: team.id } }))
  expect(await unread(ada)).toMatchObject({ count: 0 })
  expect(await followers()).toBe(1)
  await assign(c, await t.make.agent())
  expect(await unread(bo)).toMatchObject({ count: 0 })
  expect(await summary(bo)).toEqual([])
  expect(await followers()).toBe(0)
  expect(
    (await (await t.as(bo)).put('/api/v1/notifications/read', { conversation_uuid: c.uuid })).status,
  ).toBe(404)
  expect((await admin.get(`/api/v1/conversations/${c.uuid}/followers`)).body.data).toEqual([])
})

test('a failed reply notifies its author, and a conversation that went to the trash is hidden', async () => {
  const { t, summary, unread } = desk
  const sam = await t.make.agent()
  const c = await t.make.conversation()
  const sent = await (await t.as(sam)).post(`/api/v1/conversations/${c.uuid}/messages`, {
    message: '<p>Here</p>',
    to: ['grace@customer.test'],
  })
  await t.act(t.system, (tx) =>
    tx.record({
      type: 'message.changed',
      conversation: { before: c, after: c },
      message_ids: [sent.body.data.id],
      changes: { status: ['sending', 'failed'] },
    }),
  )
  expect(await summary(sam)).toEqual(['send_failed'])
  await t.db.updateTable('conversations').set({ deleted_at: t.clock.now() }).where('id', '=', c.id).execute()
  expect(await unread(sam)).toMatchObject({ count: 0 })
})

test('SLA targets and ratings reach the centre; a kind that is off in the app does not', async () => {
  const { t, notices, petra, admin } = desk
  const sam = await t.make.agent()
  const c = await t.make.conversation({ assigned_user_id: sam.id })
  const due_at = new Date(t.clock.now().getTime() + 600_000).toISOString()
  const all = () =>
    t.act(t.system, async (tx) => {
      await notify(tx, {
        kind: 'sla_warning',
        agent_ids: [sam.id],
        conversation_id: c.id,
        data: { metric: 'first_response', due_at },
      })
      await notify(tx, { kind: 'csat', agent_ids: [sam.id], conversation_id: c.id, data: { rating: 4 } })
    })
  await all()
  expect(await notices(sam)).toMatchObject([
    { kind: 'csat', rating: 4 },
    { kind: 'sla_warning', due: { metric: 'first_response', at: due_at } },
  ])
  await (await t.as(sam)).put('/api/v1/notifications/read', {})
  await (await t.as(sam)).put('/api/v1/agents/me/preferences', {
    muted_channels: ['app:csat', 'app:sla_warning'],
  })
  await all()
  expect(await notices(sam, '?unread=true')).toEqual([])
  expect(
    (await admin.put('/api/v1/agents/me/preferences', { muted_channels: ['email:assigned'] })).status,
  ).toBe(400)
  expect(petra.id).toBeGreaterThan(0)
})

test('a batch that is processed again after a crash, or by two nodes, notifies nobody twice', async () => {
  const { t, summary, customerWrites } = desk
  const sam = await t.make.agent()
  const c = await t.make.conversation({ assigned_user_id: sam.id })
  await desk.engines.settle()
  await customerWrites(c)
  const crash = {
    ...notificationConsumer,
    handle: async (...args: Parameters<typeof notificationConsumer.handle>) => {
      await notificationConsumer.handle(...args)
      throw new Error('the machine went off')
    },
  }
  await waitUntilEventsReadable(t.db)
  await expect(consumeOnce(t, crash)).rejects.toThrow('went off')
  expect(await t.db.selectFrom('notifications').selectAll().where('agent_id', '=', sam.id).execute()).toEqual(
    [],
  )
  await Promise.all([consumeOnce(t, notificationConsumer), consumeOnce(t, notificationConsumer)])
  expect(await summary(sam)).toEqual(['reply Grace Hopper'])
})

test('notifications are paged with a cursor, marked as read and unread, and belong to one agent', async () => {
  const { t, customerWrites, unread } = desk
  const [sam, bo] = [await t.make.agent(), await t.make.agent()]
  const browser = await t.as(sam)
  for (let n = 0; n < 3; n++) {
    await customerWrites(await t.make.conversation({ assigned_user_id: sam.id }))
    await desk.engines.settle()
    t.clock.advance(1000)
  }
  const first = (await browser.get('/api/v1/notifications?page_size=2')).body.data
  const second = (await browser.get(`/api/v1/notifications?page_size=2&cursor=${first.next_cursor}`)).body
    .data
  expect([first.results.length, second.results.length, second.next_cursor]).toEqual([2, 1, null])
  expect((await browser.get('/api/v1/notifications?cursor=x')).status).toBe(400)
  const [newest] = first.results
  const path = `/api/v1/notifications/${newest.uuid}`
  expect((await (await t.as(bo)).put(`${path}/read`, {})).status).toBe(404)
  await browser.put(`${path}/read`, {})
  expect(await unread(sam)).toMatchObject({ count: 2 })
  await browser.put(`${path}/unread`, {})
  expect(await unread(sam)).toMatchObject({ count: 3 })
  await browser.put('/api/v1/notifications/read', { until: second.results[0].happened_at })
  expect(await unread(sam), 'later ones stay unread').toMatchObject({ count: 2 })
  await browser.put('/api/v1/notifications/read', {})
  expect(await unread(sam)).toMatchObject({ count: 0 })
  t.clock.advance(31 * 86_400_000)
  await purgeNotifications(t.db, t.clock.now())
  expect((await (await t.as(sam)).get('/api/v1/notifications')).body.data.results).toEqual([])
})

test('an API key for one inbox marks no notification of another inbox', async () => {
  const { t, admin, assign, notices, unread } = desk
  const sam = await t.make.agent({ permissions: t.make.allPermissions })
  const [ownInbox, otherInbox] = [await t.make.inbox(), await t.make.inbox()]
  const own = await t.make.conversation({ inbox_id: ownInbox.id })
  const other = await t.make.conversation({ inbox_id: otherInbox.id })
  for (const c of [own, other]) await assign(c, sam)
  const all: { uuid: string; conversation: { uuid: string } }[] = await notices(sam)
  const hidden = `/api/v1/notifications/${all.find((one) => one.conversation.uuid === other.uuid)?.uuid}`
  const { api_key, api_secret } = (
    await admin.post(`/api/v1/agents/${sam.id}/api-key`, { inbox_ids: [ownInbox.id] })
  ).body.data
  const put = async (url: string) => {
    const headers = { authorization: `token ${api_key}:${api_secret}` }
    return (await t.send({ method: 'PUT', url, headers, payload: {} })).status
  }

  expect(await put(`${hidden}/read`)).toBe(404)
  expect(await put('/api/v1/notifications/read')).toBe(200)
  expect(await unread(sam)).toMatchObject({ count: 1, conversation_uuids: [other.uuid] })
  await (await t.as(sam)).put(`${hidden}/read`, {})
  expect(await put(`${hidden}/unread`)).toBe(404)
  expect(await unread(sam)).toMatchObject({ count: 0 })
})

test('an unread notification is emailed after a while, one that was read is not', async () => {
  const { t, note, engines } = desk
  const [bo, ada] = [await t.make.agent(), await t.make.agent()]
  const c = await t.make.conversation()
  await t.db.deleteFrom('system_mails').execute()
  await note(c, `<p>${mention('agent', bo.id)} ${mention('agent', ada.id)}</p>`)
  await note(c, `<p>${mention('agent', bo.id)}</p>`)
  await engines.settle()
  const mails = await t.db
    .selectFrom('system_mails')
    .select(['agent_id', 'template', 'not_before'])
    .orderBy('id')
    .execute()
  expect(mails.map(({ agent_id, template }) => [agent_id, template])).toEqual([
    [bo.id, 'Mentioned in a note'],
    [ada.id, 'Mentioned in a note'],
  ])
  expect(mails[0]?.not_before.getTime()).toBe(t.clock.now().getTime() + 120_000)
})
