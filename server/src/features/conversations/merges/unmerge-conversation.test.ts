import { expect, test } from 'vitest'
import {
  admin,
  agentWith,
  countRows,
  linesOf,
  merge,
  minute,
  nextConversation,
  note,
  path,
  setUpMerges,
  snapshot,
  t,
  textsOf,
  unmerge,
} from './merges-suite.ts'

setUpMerges()

const write = async (browser: Awaited<ReturnType<typeof admin>>, c: { uuid: string }, text: string) => {
  t.clock.advance(minute)
  return browser.post(path(c, '/messages'), { sender_type: 'contact', message: `<p>${text}</p>` })
}

test('unmerging restores both conversations exactly', async () => {
  const reader = await agentWith(['conversations:read_all', 'messages:write'])
  const [browser, asReader] = [await admin(), await t.as(reader)]
  const tag = await t.make.tag()
  const c = await nextConversation({ assigned_user_id: reader.id })
  const target = await nextConversation()
  await browser.post(path(c, '/tags'), { tags: [tag.name] })
  await asReader.put(path(c, '/last-seen'))
  await note(asReader, c, 'own note')
  await write(browser, c, 'Newest of all')
  await browser.put(path(target, '/status'), { status: 'Snoozed', snoozed_until: '48h' })
  const before = await snapshot(c, target)

  await merge(browser, c, target)
  expect(await snapshot(c, target)).not.toEqual(before)
  t.clock.advance(minute)
  expect(await unmerge(browser, c)).toMatchObject({ status: 200, body: { data: true } })

  expect(await snapshot(c, target)).toEqual(before)
  expect((await browser.get(path(c))).body.data.merged_into).toBeNull()
  expect(await linesOf(browser, target)).toEqual(
    expect.arrayContaining(['conversation_merged', 'conversation_unmerged']),
  )
  expect((await linesOf(browser, c)).slice(-2)).toEqual(['merged_into', 'unmerged_from'])
  expect(await t.jobs()).toContainEqual(expect.objectContaining({ key: `wake_conversation:${target.id}` }))
})

test('what happened in the target since the merge stays there', async () => {
  const browser = await admin()
  const [c, target] = [await nextConversation(), await nextConversation()]
  await browser.put(path(target, '/status'), { status: 'Closed' })
  await merge(browser, c, target)
  await write(browser, target, 'After the merge')
  await browser.put(path(target, '/status'), { status: 'Resolved' })

  await unmerge(browser, c)

  expect(await textsOf(browser, target)).toEqual(['Hello, can you help me?', 'After the merge'])
  expect(await textsOf(browser, c)).toEqual(['Hello, can you help me?'])
  expect((await browser.get(path(target))).body.data).toMatchObject({
    status: 'Resolved',
    last_message: 'After the merge',
    unread_counter: 2,
  })
})

test('an agent who has read the target since has no unread messages in it afterwards', async () => {
  const asReader = await t.as(await agentWith(['conversations:read_all']))
  const browser = await admin()
  const [c, target] = [await nextConversation(), await nextConversation()]
  const unread = async (one: { uuid: string }) =>
    (await asReader.get(path(one))).body.data.unread_message_count
  await merge(browser, c, target)
  t.clock.advance(minute)
  await asReader.put(path(target, '/last-seen'))
  await write(browser, target, 'One more')
  expect(await unread(target)).toBe(1)
  await unmerge(browser, c)
  expect([await unread(target), await unread(c)]).toEqual([1, 1])
})

test('a chain is unmerged from its end, and each step restores what was before', async () => {
  const browser = await admin()
  const [a, b, c] = [await nextConversation(), await nextConversation(), await nextConversation()]
  await note(browser, a, 'about a')
  const separate = await snapshot(a, b, c)
  await merge(browser, a, b)
  const first = await snapshot(a, b, c)
  await merge(browser, b, c)

  expect(await textsOf(browser, c)).toHaveLength(4)
  expect((await browser.get(path(a))).body.data.merged_into).toMatchObject({ uuid: c.uuid })
  expect((await snapshot(c)).index).toHaveLength(4)
  expect(await unmerge(browser, a)).toMatchObject({
    status: 409,
    body: {
      message: `#${b.reference_number} was itself merged into #${c.reference_number} since. Unmerge #${b.reference_number} first`,
    },
  })
  await unmerge(browser, b)
  expect(await snapshot(a, b, c)).toEqual(first)
  expect((await browser.get(path(a))).body.data.merged_into).toMatchObject({ uuid: b.uuid })
  await unmerge(browser, a)
  expect(await snapshot(a, b, c)).toEqual(separate)
})

test('conversations merged into one target can be unmerged in any order', async () => {
  const browser = await admin()
  const tag = await t.make.tag()
  const [a, b, target] = [await nextConversation(), await nextConversation(), await nextConversation()]
  for (const one of [a, b]) await browser.post(path(one, '/tags'), { tags: [tag.name] })
  await write(browser, b, 'b is newer')
  await write(browser, a, 'a is newest')
  await browser.put(path(target, '/status'), { status: 'Closed' })
  const separate = await snapshot(a, b, target)
  const state = async () => (await browser.get(path(target))).body.data

  await merge(browser, a, target)
  await merge(browser, b, target)
  await unmerge(browser, a)
  expect(await state(), 'as if only b had been merged').toMatchObject({
    status: 'Open',
    waiting_since: b.waiting_since?.toISOString(),
    last_message: 'b is newer',
    tags: [tag.name],
    unread_counter: 3,
  })
  await unmerge(browser, b)
  expect(await snapshot(a, b, target)).toEqual(separate)
})

test('a conversation that was snoozed wakes up after it was unmerged', async () => {
  const browser = await admin()
  const [c, target] = [await nextConversation(), await nextConversation()]
  await browser.put(path(c, '/status'), { status: 'Snoozed', snoozed_until: '2h' })
  const key = `wake_conversation:${c.id}`
  const isQueued = async () => (await t.jobs()).some((job) => job.key === key)
  await merge(browser, c, target)
  expect(await isQueued()).toBe(false)
  await unmerge(browser, c)
  expect(await isQueued()).toBe(true)
})

test('a scheduled reply is sent in the target while its conversation is merged', async () => {
  const browser = await admin()
  const [c, target] = [await nextConversation(), await nextConversation()]
  await browser.post(path(c, '/messages'), {
    message: '<p>Later</p>',
    to: ['x@customer.test'],
    send_at: new Date(t.clock.now().getTime() + 60 * minute).toISOString(),
  })
  const scheduledIn = async (one: { uuid: string }) =>
    (await browser.get(path(one, '/scheduled-replies'))).body.data.length
  const before = await snapshot(c, target)
  expect(await scheduledIn(c)).toBe(1)
  await merge(browser, c, target)
  expect([await scheduledIn(c), await scheduledIn(target)]).toEqual([0, 1])
  await unmerge(browser, c)
  expect([await scheduledIn(c), await scheduledIn(target)]).toEqual([1, 0])
  expect(await snapshot(c, target)).toEqual(before)
})

test('a refused unmerge leaves no trace', async () => {
  const browser = await admin()
  const [c, target, other] = [await nextConversation(), await nextConversation(), await nextConversation()]
  await merge(browser, c, target)
  const before = [await snapshot(c, target, other), await countRows(c, target, other)]
  expect(await unmerge(browser, other)).toMatchObject({
    status: 409,
    body: { message: `#${other.reference_number} isn’t merged into another conversation` },
  })
  const ownOnly = await t.as(await agentWith(['conversations:merge', 'conversations:read_assigned']))
  const mayNot = await t.as(await agentWith(['conversations:read_all']))
  expect(await unmerge(ownOnly, c)).toMatchObject({ status: 404 })
  expect(await unmerge(mayNot, c)).toMatchObject({ status: 403 })
  expect([await snapshot(c, target, other), await countRows(c, target, other)]).toEqual(before)
})

test('of two unmerges at once, one wins and the other is refused', async () => {
  const browser = await admin()
  const [c, target] = [await nextConversation(), await nextConversation()]
  const before = await snapshot(c, target)
  await merge(browser, c, target)
  const replies = await Promise.all([unmerge(browser, c), unmerge(browser, c)])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await snapshot(c, target)).toEqual(before)
})
