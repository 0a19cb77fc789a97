import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  admin,
  agentWith,
  type Browser,
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

const hello = 'Hello, can you help me?'

const write = async (browser: Browser, c: { uuid: string }, text: string) => {
  t.clock.advance(minute)
  return browser.post(path(c, '/messages'), { sender_type: 'contact', message: `<p>${text}</p>` })
}
const split = (browser: Browser, c: { uuid: string }, message: string) =>
  browser.post(path(c, '/split'), { message })
const unsplit = (browser: Browser, c: { uuid: string }) => browser.post(path(c, '/unsplit'), {})
const uuidOf = async (browser: Browser, c: { uuid: string }, text: string) =>
  (await messagesOf(browser, c)).find((m) => m.text_content === text)?.uuid ?? ''
const rowOf = (uuid: string) =>
  t.db.selectFrom('conversations').selectAll().where('uuid', '=', uuid).executeTakeFirstOrThrow()

/** A conversation with an email, a note, and two more emails. */
async function story(browser: Browser, values: Parameters<typeof nextConversation>[0] = {}) {
  const c = await nextConversation(values)
  await note(browser, c, 'noted')
  await write(browser, c, 'Another question')
  await write(browser, c, 'And one more')
  return rowOf(c.uuid)
}

test('a split moves the message and the later ones to a new conversation, with a link in both', async () => {
  const browser = await admin()
  const [team, ana, tag] = [await t.make.team(), await t.make.agent(), await t.make.tag()]
  const c = await story(browser, { assigned_team_id: team.id, assigned_user_id: ana.id, subject: 'Invoice' })
  await browser.post(path(c, '/tags'), { tags: [tag.name] })
  const second = (await messagesOf(browser, c)).find((m) => m.text_content === 'Another question')

  const reply = await split(browser, c, await uuidOf(browser, c, 'Another question'))

  expect(reply).toMatchObject({
    status: 200,
    body: {
      data: {
        subject: 'Invoice',
        contact: { id: c.contact_id },
        inbox_id: c.inbox_id,
        status: 'Open',
        assigned_user_id: ana.id,
        assigned_team_id: team.id,
        last_message: 'And one more',
        unread_counter: 2,
        merged_into: null,
      },
    },
  })
  const created = await rowOf(reply.body.data.uuid)
  expect(await textsOf(browser, c)).toEqual([hello, 'noted'])
  expect(await textsOf(browser, created)).toEqual(['Another question', 'And one more'])
  const moved = (await messagesOf(browser, created)).find((m) => m.uuid === second?.uuid)
  expect(moved).toMatchObject({ conversation_uuid: created.uuid })
  expect((await browser.get(path(c))).body.data).toMatchObject({
    last_message: hello,
    unread_counter: 2,
    waiting_since: c.waiting_since?.toISOString(),
    tags: [tag.name],
  })
  expect(created.waiting_since?.toISOString()).toBe((moved as unknown as { created_at: string }).created_at)
  expect(await linesOf(browser, c)).toContain('split_to')
  expect(await linesOf(browser, created)).toContain('split_from')
  expect((await messagesOf(browser, c)).find((m) => m.activity?.type === 'split_to')).toMatchObject({
    activity: { data: { uuid: created.uuid, reference_number: created.reference_number, count: 2 } },
  })
  expect((await snapshot(c, created)).index.filter((row) => row.conversation_id === created.id)).toHaveLength(
    2,
  )
})

test('an answered question stays answered, and each conversation waits for its own', async () => {
  const browser = await admin()
  const c = await nextConversation()
  t.clock.advance(minute)
  const { body } = await browser.post(path(c, '/messages'), {
    message: '<p>Answer</p>',
    to: ['x@customer.test'],
  })
  await t.db
    .updateTable('messages')
    .set({ status: 'sent', sent_at: t.clock.now() })
    .where('uuid', '=', body.data.uuid)
    .execute()
  await write(browser, c, 'Something else')
  await t.db
    .updateTable('conversations')
    .set({ waiting_since: t.clock.now(), first_reply_at: t.clock.now(), last_reply_at: t.clock.now() })
    .where('id', '=', c.id)
    .execute()
  const reply = await split(browser, c, await uuidOf(browser, c, 'Something else'))
  expect(await rowOf(c.uuid)).toMatchObject({ waiting_since: null, first_reply_at: expect.any(Date) })
  expect(await rowOf(reply.body.data.uuid)).toMatchObject({
    waiting_since: t.clock.now(),
    first_reply_at: null,
  })
})

test('unread messages move with the conversation that they are in', async () => {
  const asReader = await t.as(await agentWith(['conversations:read_all']))
  const browser = await admin()
  const c = await nextConversation()
  await asReader.put(path(c, '/last-seen'))
  await note(browser, c, 'unread note')
  await write(browser, c, 'Unread email')
  const unread = async (uuid: string) =>
    (await asReader.get(`/api/v1/conversations/${uuid}`)).body.data.unread_message_count
  expect(await unread(c.uuid)).toBe(2)
  const reply = await split(browser, c, await uuidOf(browser, c, 'Unread email'))
  expect([await unread(c.uuid), await unread(reply.body.data.uuid)]).toEqual([1, 1])
  await unsplit(browser, { uuid: reply.body.data.uuid })
  expect(await unread(c.uuid)).toBe(2)
})

test('rules for new conversations do not run for a split, because nothing new arrived', async () => {
  const browser = await admin()
  const c = await story(browser)
  const reply = await split(browser, c, await uuidOf(browser, c, 'And one more'))
  const { id } = await rowOf(reply.body.data.uuid)
  const created = await t.db
    .selectFrom('events')
    .select(['data', 'cause_id'])
    .where('conversation_id', '=', id)
    .where('type', '=', 'conversation.created')
    .executeTakeFirstOrThrow()
  expect(created).toMatchObject({ data: { split_from_id: c.id }, cause_id: expect.any(Number) })
})

test('undoing a split moves the messages back exactly, and the new address leads to the first conversation', async () => {
  const browser = await admin()
  const c = await story(browser)
  const before = await snapshot(c)
  const reply = await split(browser, c, await uuidOf(browser, c, 'Another question'))
  const created = await rowOf(reply.body.data.uuid)

  expect(await unsplit(browser, created)).toMatchObject({ status: 200, body: { data: true } })

  const after = await snapshot(c)
  expect(after.rows).toEqual(before.rows)
  expect(after.index).toEqual(before.index)
  expect(await textsOf(browser, c)).toEqual([hello, 'noted', 'Another question', 'And one more'])
  expect((await browser.get(path(created))).body.data.merged_into).toMatchObject({ uuid: c.uuid })
  expect(await linesOf(browser, c)).toContain('split_undone')
  expect(await browser.post(path(created, '/unmerge'), {})).toMatchObject({ status: 409 })
  expect(await unsplit(browser, created)).toMatchObject({ status: 409 })
})

test('a split conversation that has changed since is not undone', async () => {
  const browser = await admin()
  const changes: ((created: { uuid: string }) => Promise<unknown>)[] = [
    (created) => write(browser, created, 'New'),
    (created) => note(browser, created, 'New'),
    (created) => browser.put(path(created, '/status'), { status: 'Closed' }),
    async (created) => browser.post(path(created, '/tags'), { tags: [(await t.make.tag()).name] }),
    (created) =>
      browser.post(path(created, '/messages'), {
        message: '<p>Held</p>',
        to: ['x@customer.test'],
        undo_seconds: 10,
      }),
  ]
  for (const change of changes) {
    const c = await story(browser)
    const { uuid } = (await split(browser, c, await uuidOf(browser, c, 'Another question'))).body.data
    await change({ uuid })
    const before = await snapshot(c, await rowOf(uuid))
    const number = (await rowOf(uuid)).reference_number
    expect(await unsplit(browser, { uuid })).toMatchObject({
      status: 409,
      body: { message: `#${number} has changed since it was split. Merge the two conversations instead` },
    })
    expect(await snapshot(c, await rowOf(uuid))).toEqual(before)
  }
})

test('a refused split leaves no trace', async () => {
  const browser = await admin()
  const c = await story(browser)
  const merged = await story(browser)
  const other = await nextConversation()
  await merge(browser, merged, c)
  await write(browser, c, 'Last')
  const line = (await messagesOf(browser, c)).find((m) => m.activity)?.uuid ?? ''
  const before = [await snapshot(c, merged), await countRows(c, merged)]
  const refused = async (message: string, sentence: string) =>
    expect(await split(browser, c, message)).toMatchObject({ status: 409, body: { message: sentence } })
  await refused(line, 'Choose an email or a note to split at')
  await refused(
    await uuidOf(browser, c, 'Another question'),
    `Messages of #${merged.reference_number}, which was merged into this conversation, would move as well. Unmerge #${merged.reference_number} first`,
  )
  const [first] = await messagesOf(browser, other)
  expect(await split(browser, other, first?.uuid ?? '')).toMatchObject({
    status: 409,
    body: { message: 'This is the first message, so nothing would remain. Choose a later one' },
  })
  expect(await split(browser, c, randomUUID())).toMatchObject({ status: 404 })
  expect(await split(browser, c, first?.uuid ?? '')).toMatchObject({ status: 404 })
  const last = await uuidOf(browser, c, 'Last')
  const mayNot = await t.as(await agentWith(['conversations:read_all']))
  const blind = await t.as(await agentWith(['conversations:merge', 'conversations:read_assigned']))
  expect(await split(mayNot, c, last)).toMatchObject({ status: 403 })
  expect(await split(blind, c, last)).toMatchObject({ status: 404 })
  expect([await snapshot(c, merged), await countRows(c, merged)]).toEqual(before)
  expect(await split(browser, c, last), 'after everything merged, it can be split').toMatchObject({
    status: 200,
  })
})

test('of two splits at the same message at once, one wins and the other finds it moved', async () => {
  const browser = await admin()
  const c = await story(browser)
  const message = await uuidOf(browser, c, 'Another question')
  const replies = await Promise.all([split(browser, c, message), split(browser, c, message)])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404])
})
