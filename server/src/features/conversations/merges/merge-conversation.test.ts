import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  admin,
  agentWith,
  countRows,
  linesOf,
  merge,
  messagesOf,
  minute,
  nextConversation,
  note,
  path,
  setUpMerges,
  snapshot,
  t,
  textsOf,
} from './merges-suite.ts'

setUpMerges()

const mergePermissions = ['conversations:merge', 'conversations:read_all']

test('a merged conversation leaves the lists and is read in its target, in time order', async () => {
  const browser = await admin()
  const target = await nextConversation({ email: 'ada@customer.test', subject: 'Order' })
  const c = await nextConversation({ email: 'ada@customer.test', subject: 'Order again' })
  await note(browser, target, 'first note')
  await note(browser, c, 'second note')
  await note(browser, target, 'third note')

  expect(await merge(browser, c, target)).toMatchObject({ status: 200, body: { data: true } })

  const { body } = await browser.get(path(c))
  expect(body.data).toMatchObject({
    uuid: c.uuid,
    merged_into: { uuid: target.uuid, reference_number: target.reference_number, subject: 'Order' },
  })
  expect((await browser.get(path(target))).body.data).toMatchObject({ merged_into: null, previous_count: 0 })
  const listed = (await browser.get('/api/v1/conversations/all')).body.data.results as { uuid: string }[]
  expect(listed.map(({ uuid }) => uuid)).toContain(target.uuid)
  expect(listed.map(({ uuid }) => uuid)).not.toContain(c.uuid)
  const hello = 'Hello, can you help me?'
  expect(await textsOf(browser, target)).toEqual([hello, hello, 'first note', 'second note', 'third note'])
  expect(await textsOf(browser, c)).toEqual([hello, 'second note'])
  const messages = await messagesOf(browser, target)
  expect(new Set(messages.map((m) => m.conversation_uuid))).toEqual(new Set([target.uuid]))
  expect(await linesOf(browser, target)).toEqual(['conversation_merged'])
  expect(await linesOf(browser, c)).toEqual(['merged_into'])
  expect(messages.at(-1)).toMatchObject({
    activity: { data: { uuid: c.uuid, reference_number: c.reference_number } },
  })
  expect(await t.events(c.id)).toContain('conversation.merged')
})

test('the messages of a merged conversation can be opened, retried and found through the target', async () => {
  const browser = await admin()
  const target = await nextConversation()
  const c = await nextConversation()
  await note(browser, c, 'zanzibar shipment')
  const reply = await browser.post(path(c, '/messages'), { message: '<p>Hi</p>', to: ['x@customer.test'] })
  await t.db
    .updateTable('messages')
    .set({ status: 'failed' })
    .where('uuid', '=', reply.body.data.uuid)
    .execute()
  await merge(browser, c, target)

  const one = `/messages/${reply.body.data.uuid}`
  expect((await browser.get(path(target, one))).body.data).toMatchObject({
    conversation_id: c.id,
    conversation_uuid: target.uuid,
  })
  expect(await browser.get(path(c, one))).toMatchObject({ status: 200 })
  expect(await browser.put(path(target, `${one}/retry`))).toMatchObject({ status: 200 })
  const hits = await browser.get('/api/v1/search/messages?query=zanzibar')
  expect(hits.body.data.results).toMatchObject([
    { conversation_uuid: target.uuid, conversation_reference_number: target.reference_number },
  ])
  const byNumber = await browser.get(`/api/v1/search/conversations?query=%23${c.reference_number}`)
  expect(byNumber.body.data.results[0]).toMatchObject({ uuid: target.uuid })
  const participants = (await browser.get(path(target, '/participants'))).body.data as { id: number }[]
  expect(participants.map(({ id }) => id)).toEqual(expect.arrayContaining([c.contact_id, target.contact_id]))
})

test('the target takes over tags, wait, preview and an open status', async () => {
  const browser = await admin()
  const [shared, extra] = [await t.make.tag(), await t.make.tag()]
  const c = await nextConversation()
  const target = await nextConversation()
  await browser.post(path(c, '/tags'), { tags: [shared.name, extra.name] })
  await browser.post(path(target, '/tags'), { tags: [shared.name] })
  await browser.put(path(target, '/status'), { status: 'Snoozed', snoozed_until: '2h' })
  t.clock.advance(minute)
  await browser.post(path(c, '/messages'), { sender_type: 'contact', message: '<p>Newest</p>' })

  await merge(browser, c, target)

  expect((await browser.get(path(target))).body.data).toMatchObject({
    tags: [shared.name, extra.name].toSorted(),
    status: 'Open',
    snoozed_until: null,
    waiting_since: c.waiting_since?.toISOString(),
    last_message: 'Newest',
    last_message_sender: 'contact',
    unread_counter: 3,
  })
  expect((await t.jobs()).map(({ key }) => key)).not.toContain(`wake_conversation:${target.id}`)
})

test('what an agent has read before stays read, and only that', async () => {
  const reader = await agentWith(['conversations:read_all'])
  const [browser, asReader] = [await admin(), await t.as(reader)]
  const [target, c] = [await nextConversation(), await nextConversation()]
  await asReader.put(path(target, '/last-seen'))
  await note(browser, target, 'unread in the target')
  await asReader.put(path(c, '/last-seen'))
  await merge(browser, c, target)
  const unread = async () => (await asReader.get(path(target))).body.data.unread_message_count
  expect(await unread()).toBe(1)
  expect((await (await admin()).get(path(target))).body.data.unread_message_count).toBe(3)
  await asReader.put(path(c, '/last-seen'))
  expect(await unread(), 'reading the old address changes nothing').toBe(1)
})

test('whoever may see the target reads what was merged into it, and nobody else', async () => {
  const team = await t.make.team()
  const member = await t.as(await agentWith(['conversations:read_team_inbox'], { team_ids: [team.id] }))
  const owner = await agentWith(['conversations:read_assigned'])
  const target = await nextConversation({ assigned_team_id: team.id })
  const c = await nextConversation({ assigned_user_id: owner.id })
  expect(await member.get(path(c))).toMatchObject({ status: 404 })
  await merge(await admin(), c, target)
  expect(await member.get(path(c))).toMatchObject({ status: 200 })
  expect(await textsOf(member, target)).toHaveLength(2)
  expect(await (await t.as(owner)).get(path(c))).toMatchObject({ status: 404 })
})

test('nothing can be changed in a merged conversation, and the refusal names its target', async () => {
  const browser = await admin()
  const [target, c] = [await nextConversation(), await nextConversation()]
  await merge(browser, c, target)
  const before = [await snapshot(c, target), await countRows(c, target)]
  const requests = [
    browser.put(path(c, '/status'), { status: 'Closed' }),
    browser.post(path(c, '/messages'), { message: '<p>Hi</p>', to: ['x@customer.test'] }),
    browser.post(path(c, '/tags'), { tags: [] }),
    browser.put(path(c, '/priority'), { priority: 'High' }),
  ]
  for (const reply of await Promise.all(requests))
    expect(reply).toMatchObject({
      status: 409,
      body: {
        message: `#${c.reference_number} was merged into #${target.reference_number}. Continue in #${target.reference_number}`,
      },
    })
  expect([await snapshot(c, target), await countRows(c, target)]).toEqual(before)
})

test('a refused merge leaves no trace', async () => {
  const browser = await admin()
  const [c, target, elsewhere, trashed] = [
    await nextConversation(),
    await nextConversation(),
    await nextConversation(),
    await nextConversation(),
  ]
  const merged = await nextConversation()
  await merge(browser, merged, elsewhere)
  await t.db
    .updateTable('conversations')
    .set({ deleted_at: t.clock.now() })
    .where('id', '=', trashed.id)
    .execute()
  const all = [c, target, elsewhere, trashed, merged]
  const before = [await snapshot(...all), await countRows(...all)]

  const refused = async (from: { uuid: string }, into: { uuid: string }, message: string) =>
    expect(await merge(browser, from, into)).toMatchObject({ status: 409, body: { message } })
  await refused(c, c, 'A conversation can’t be merged into itself. Choose another one')
  await refused(
    c,
    merged,
    `#${merged.reference_number} was merged into #${elsewhere.reference_number}. Choose #${elsewhere.reference_number} instead`,
  )
  await refused(
    merged,
    target,
    `#${merged.reference_number} is already merged into #${elsewhere.reference_number}`,
  )
  await refused(c, trashed, `#${trashed.reference_number} is in the trash. Restore it first`)
  await refused(trashed, c, `#${trashed.reference_number} is in the trash. Restore it first`)

  const ownOnly = await t.as(await agentWith(['conversations:merge', 'conversations:read_assigned']))
  const mayNot = await t.as(await agentWith(['conversations:read_all']))
  const may = await t.as(await agentWith(mergePermissions))
  expect(await merge(ownOnly, c, target)).toMatchObject({ status: 404 })
  expect(await merge(may, c, { uuid: randomUUID() })).toMatchObject({ status: 404 })
  expect(await merge(may, c, trashed), 'the trash needs its own permission').toMatchObject({ status: 404 })
  expect(await merge(mayNot, c, target)).toMatchObject({ status: 403 })
  expect(await browser.post(path(c, '/merge'), { into: 'nonsense' })).toMatchObject({ status: 400 })
  expect(await browser.post(path(c, '/merge'), {})).toMatchObject({ status: 400 })

  expect([await snapshot(...all), await countRows(...all)]).toEqual(before)
})

test('an agent who can’t see the target gets 404', async () => {
  const agent = await agentWith(['conversations:merge', 'conversations:read_assigned'])
  const c = await nextConversation({ assigned_user_id: agent.id })
  const target = await nextConversation()
  expect(await merge(await t.as(agent), c, target)).toMatchObject({ status: 404 })
  expect((await (await admin()).get(path(c))).body.data.merged_into).toBeNull()
})

test('of two merges in opposite directions at once, one wins and the other is refused', async () => {
  const browser = await admin()
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await nextConversation(), await nextConversation()]
    const replies = await Promise.all([merge(browser, one, other), merge(browser, other, one)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const rows = (await snapshot(one, other)).rows
    expect(rows.filter(({ merged_into_id }) => merged_into_id !== null)).toHaveLength(1)
  }
})

test('of two merges of the same conversation at once, one wins and the other is refused', async () => {
  const browser = await admin()
  const [c, one, other] = [await nextConversation(), await nextConversation(), await nextConversation()]
  const replies = await Promise.all([merge(browser, c, one), merge(browser, c, other)])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const counters = (await snapshot(one, other)).rows.map(({ unread_counter }) => unread_counter)
  expect(counters.toSorted()).toEqual([1, 2])
})

test('a reply that is written while its conversation is merged is stored once or refused', async () => {
  const browser = await admin()
  for (let round = 0; round < 5; round++) {
    const [c, target] = [await nextConversation(), await nextConversation()]
    const send = browser.post(path(c, '/messages'), { message: '<p>On its way</p>', to: ['x@customer.test'] })
    const [sent] = await Promise.all([send, merge(browser, c, target)])
    const texts = (await textsOf(browser, target)).filter((text) => text === 'On its way')
    expect(texts).toHaveLength(sent.status === 200 ? 1 : 0)
    expect([200, 409]).toContain(sent.status)
  }
})

test('a reply that was held when its conversation was merged goes out in the target, once', async () => {
  const agent = await t.make.agent({ permissions: t.make.allPermissions })
  const browser = await t.as(agent)
  const [c, target] = [await nextConversation(), await nextConversation()]
  const { body } = await browser.post(path(c, '/messages'), {
    message: '<p>Held</p>',
    to: ['x@customer.test'],
    undo_seconds: 10,
  })
  await merge(browser, c, target)
  const held = (await browser.get('/api/v1/held-sends')).body.data
  expect(held).toMatchObject([{ uuid: body.data.uuid, conversation_uuid: target.uuid }])
  await browser.put(`/api/v1/held-sends/${body.data.uuid}/send`, {})
  expect((await textsOf(browser, target)).filter((text) => text === 'Held')).toHaveLength(1)
  expect(await textsOf(browser, c)).not.toContain('Held')
})
