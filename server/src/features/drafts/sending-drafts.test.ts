import { expect, test } from 'vitest'
import { ana, getDraft, reply, save, setUpDrafts, t, text, versions } from './drafts-suite.ts'

setUpDrafts()

const send = async (c: { uuid: string }, draft: object | null, more: object = {}) =>
  (await t.as(ana)).post(`/api/v1/conversations/${c.uuid}/messages`, {
    message: '<p>Hello</p>',
    to: ['grace@customer.test'],
    draft,
    ...more,
  })
const countReplies = async (c: { id: number }) =>
  (
    await t.db
      .selectFrom('messages')
      .select('id')
      .where('conversation_id', '=', c.id)
      .where('type', '=', 'outgoing')
      .execute()
  ).length

test('sending deletes the draft in the same transaction, held or not; a save on its way is refused', async () => {
  for (const undo_seconds of [0, 10]) {
    const c = await t.make.conversation()
    await save(ana, reply(c), { base_revision: 0, content: text('Hello') })
    expect(await send(c, { key: reply(c), revision: 1 }, { undo_seconds })).toMatchObject({ status: 200 })
    expect(await getDraft(ana, reply(c))).toMatchObject({ revision: 2, content: null, sent: true })
    expect(await save(ana, reply(c), { base_revision: 1, content: text('Hello!') })).toMatchObject({
      status: 409,
      body: { data: { revision: 2, content: null, sent: true } },
    })
    expect((await save(ana, reply(c), { base_revision: 2, content: text('Next') })).status).toBe(200)
  }
})

test('the first save of a draft may arrive after it was sent, and is refused', async () => {
  const c = await t.make.conversation()
  expect(await send(c, { key: reply(c), revision: null })).toMatchObject({ status: 200 })
  expect(await save(ana, reply(c), { base_revision: 0, content: text('Hello') })).toMatchObject({
    status: 409,
    body: { data: { content: null, sent: true } },
  })
})

test('a note and a new conversation delete theirs', async () => {
  const c = await t.make.conversation()
  const note = `note.${c.uuid}`
  await save(ana, note, { base_revision: 0, content: text('Note') })
  await save(ana, reply(c), { base_revision: 0, content: text('Reply') })
  await send(c, { key: note, revision: 1 }, { private: true })
  expect(await getDraft(ana, note)).toMatchObject({ content: null, sent: true })
  expect(await getDraft(ana, reply(c))).toMatchObject({ revision: 1 })

  const inbox = await t.make.inbox()
  const body = {
    inbox_id: inbox.id,
    contact_email: 'new@customer.test',
    first_name: 'New',
    subject: 'Hello',
    content: '<p>Hello</p>',
  }
  for (const [path, more] of [
    ['/api/v1/conversations', {}],
    ['/api/v1/held-sends', { undo_seconds: 10 }],
  ] as const) {
    const { revision } = await getDraft(ana, 'new')
    await save(ana, 'new', { base_revision: revision, content: text('Hello') })
    const draft = { key: 'new', revision: revision + 1 }
    expect((await (await t.as(ana)).post(path, { ...body, ...more, draft })).status).toBe(200)
    expect(await getDraft(ana, 'new')).toMatchObject({ content: null, sent: true })
  }
})

test('two tabs that send the same draft at the same moment send it once', async () => {
  const c = await t.make.conversation()
  await save(ana, reply(c), { base_revision: 0, content: text('Hello') })
  const draft = { key: reply(c), revision: 1 }
  const answers = await Promise.all([send(c, draft), send(c, draft), send(c, draft)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await countReplies(c)).toBe(1)
})

test('repeating a request with its idempotency key returns the first answer', async () => {
  const c = await t.make.conversation()
  await save(ana, reply(c), { base_revision: 0, content: text('Hello') })
  const body = { message: '<p>Hello</p>', to: ['g@customer.test'], draft: { key: reply(c), revision: 1 } }
  const post = async () =>
    (await t.as(ana)).post(`/api/v1/conversations/${c.uuid}/messages`, body, {
      'idempotency-key': `once ${c.uuid}`,
    })
  const [first, second] = [await post(), await post()]
  expect(second.body).toEqual(first.body)
})

test('a save that races with the send leaves either no draft or a refused save, and one reply', async () => {
  for (let round = 0; round < 8; round++) {
    const c = await t.make.conversation()
    await save(ana, reply(c), { base_revision: 0, content: text('Hello') })
    const [sent, saved] = await Promise.all([
      send(c, { key: reply(c), revision: 1 }),
      save(ana, reply(c), { base_revision: 1, content: text('Hello and more') }),
    ])
    expect(sent.status).toBe(200)
    expect([200, 409]).toContain(saved.status)
    expect(await getDraft(ana, reply(c))).toMatchObject({ content: null, sent: true })
    // A text that the sender had not seen is kept.
    expect(await versions(ana, reply(c))).toEqual(saved.status === 200 ? ['<p>Hello and more</p>'] : [])
  }
})

test('the draft is kept when sending is refused', async () => {
  const c = await t.make.conversation()
  await save(ana, reply(c), { base_revision: 0, content: text('Hello') })
  expect(await send(c, { key: reply(c), revision: 1 }, { to: ['no address'] })).toMatchObject({ status: 400 })
  expect(await getDraft(ana, reply(c))).toMatchObject({ revision: 1, content: text('Hello'), sent: false })
})

test('a client that sends no draft deletes none', async () => {
  const c = await t.make.conversation()
  await save(ana, reply(c), { base_revision: 0, content: text('Hello') })
  await send(c, null)
  expect(await getDraft(ana, reply(c))).toMatchObject({ revision: 1, content: text('Hello') })
})
