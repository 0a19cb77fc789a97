import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockById } from '../../conversation-access.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { insertMessage } from '../conversations/timeline/insert-message.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

type Browser = Awaited<ReturnType<TestApp['as']>>
const path = (c: { uuid: string }, rest = '') => `/api/v1/conversations/${c.uuid}${rest}`
const note = (browser: Browser, c: { uuid: string }, message = '<p>Noted</p>') =>
  browser.post(path(c, '/messages'), { message, private: true })
const unread = async (browser: Browser, c: { uuid: string }) =>
  (await browser.get(path(c))).body.data.unread_message_count

async function receiveCustomerMessage(c: ConversationRow): Promise<void> {
  await t.act(t.system, async (tx) => {
    const current = await lockById(tx, c.id)
    if (current)
      await insertMessage(tx, current, {
        type: 'incoming',
        status: 'received',
        sender_type: 'contact',
        sender_id: c.contact_id,
        content: '<p>Hello again</p>',
        text_content: 'Hello again',
      })
  })
}

test('unread counts customer messages and notes of others, but neither own notes nor activity lines', async () => {
  const [ana, bo] = await Promise.all(
    [t.make.agent(), t.make.agent()].map(async (agent) => t.as(await agent)),
  )
  if (!ana || !bo) throw new Error('no agents')
  const c = await t.make.conversation()
  expect([await unread(ana, c), await unread(bo, c)]).toEqual([1, 1])
  await ana.put(path(c, '/last-seen'))
  expect([await unread(ana, c), await unread(bo, c)]).toEqual([0, 1])
  await note(ana, c)
  await ana.put(path(c, '/priority'), { priority: 'High' })
  expect([await unread(ana, c), await unread(bo, c)]).toEqual([0, 2])
  await note(bo, c)
  await receiveCustomerMessage(c)
  expect([await unread(ana, c), await unread(bo, c)]).toEqual([2, 3])
  await bo.put(path(c, '/last-seen'))
  await note(bo, c)
  expect([await unread(ana, c), await unread(bo, c)]).toEqual([3, 0])
  await ana.put(path(c, '/last-seen'))
  await ana.put(path(c, '/mark-unread'))
  expect([await unread(ana, c), await unread(bo, c)]).toEqual([1, 0])
  const row = (await ana.get('/api/v1/conversations/all')).body.data.results.find(
    (item: { uuid: string }) => item.uuid === c.uuid,
  )
  expect(row.unread_message_count).toBe(1)
})

test('more than nine unread messages are reported as ten', async () => {
  const ana = await t.as(await t.make.agent())
  const bo = await t.as(await t.make.agent())
  const c = await t.make.conversation()
  for (let n = 0; n < 12; n++) await note(bo, c)
  expect(await unread(ana, c)).toBe(10)
  await ana.put(path(c, '/last-seen'))
  expect(await unread(ana, c)).toBe(0)
})

test('two people writing at the same moment lose no unread count', async () => {
  const ana = await t.as(await t.make.agent())
  const others = await Promise.all([1, 2, 3, 4, 5].map(async () => t.as(await t.make.agent())))
  const c = await t.make.conversation()
  await ana.put(path(c, '/last-seen'))
  const replies = await Promise.all(others.map((other) => note(other, c)))
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200])
  expect(await unread(ana, c)).toBe(5)
})

test('a note does not change the preview and is not emailed; a reply changes it and waits for its job', async () => {
  const ana = await t.as(await t.make.agent())
  const c = await t.make.conversation()
  await note(ana, c, '<p>Between us</p>')
  expect((await ana.get(path(c))).body.data).toMatchObject({
    last_message: 'Hello, can you help me?',
    last_message_sender: 'contact',
  })
  const jobs = async () => (await t.jobs()).filter((job) => job.task === 'send_message')
  const before = await jobs()

  const reply = await ana.post(path(c, '/messages'), {
    message: '<p>Sure &amp; gladly</p>',
    to: [' Grace@Customer.test '],
    cc: [''],
    bcc: null,
  })
  expect(reply.body.data).toMatchObject({
    status: 'pending',
    private: false,
    meta: { to: ['grace@customer.test'] },
    text_content: 'Sure & gladly',
  })
  expect((await ana.get(path(c))).body.data).toMatchObject({
    last_message: 'Sure & gladly',
    last_message_sender: 'agent',
  })
  expect((await jobs()).slice(before.length)).toMatchObject([{ key: `send_message:${reply.body.data.id}` }])
})

test('an invalid message is refused and leaves no trace', async () => {
  const agent = await t.make.agent()
  const ana = await t.as(agent)
  const c = await t.make.conversation()
  const before = [await t.events(c.id), await t.jobs()]
  for (const [body, field] of [
    [{ message: '<p>Hi</p>' }, 'to'],
    [{ message: '<p>Hi</p>', to: ['nonsense'] }, 'to'],
    [{ message: '<p>Hi</p>', to: ['a@b.test\r\nBcc: x@y.test'] }, 'to'],
    [
      { message: '<p>Hi</p>', to: ['a@b.test'], bcc: Array.from({ length: 100 }, (_, n) => `${n}@b.test`) },
      'to',
    ],
    [{ message: '<p>Hi</p>', to: ['a@b.test'], attachments: [999_999] }, 'attachments'],
    [
      { message: '<p>Hi</p>', private: true, attachments: Array.from({ length: 70_000 }, (_, n) => n + 1) },
      'attachments',
    ],
    [{ message: ' <p> </p> ', private: true }, 'message'],
    [{ message: '<script>alert(1)</script>', private: true }, 'message'],
    [{ sender_type: 'system', message: 'x' }, 'sender_type'],
  ] as const)
    expect([field, await ana.post(path(c, '/messages'), body)]).toMatchObject([
      field,
      { status: 400, body: { errors: [{ path: field }] } },
    ])
  expect((await ana.post(path(c, '/messages'), { sender_type: 'contact', message: 'x' })).status).toBe(403)
  expect([await t.events(c.id), await t.jobs()]).toEqual(before)
})

test('writing as a contact requires the permission, reopens the conversation, and is never private', async () => {
  const rights = [
    'conversations:read',
    'conversations:read_all',
    'conversations:update_status',
    'messages:read',
    'messages:write',
    'messages:write_as_contact',
  ]
  const ana = await t.as(await t.make.agent({ permissions: rights }))
  const c = await t.make.conversation()
  await ana.put(path(c, '/status'), { status: 'Closed' })
  expect(
    (await ana.post(path(c, '/messages'), { sender_type: 'contact', message: 'x', private: true })).status,
  ).toBe(400)
  const reply = await ana.post(path(c, '/messages'), { sender_type: 'contact', message: '<p>By phone</p>' })
  expect(reply.body.data).toMatchObject({
    type: 'incoming',
    status: 'received',
    sender_type: 'contact',
    sender_id: c.contact_id,
  })
  expect((await ana.get(path(c))).body.data).toMatchObject({ status: 'Open', last_message: 'By phone' })
})

test('messages are listed newest first, by page and by cursor, only from their own conversation', async () => {
  const ana = await t.as(await t.make.agent())
  const [c, other] = [await t.make.conversation(), await t.make.conversation()]
  for (let n = 0; n < 7; n++) await note(ana, c, `<p>${n}</p>`)
  const texts = (reply: { body: { data: { results: { text_content: string }[] } } }) =>
    reply.body.data.results.map((m) => m.text_content)
  const whole = texts(await ana.get(path(c, '/messages?page_size=100')))
  expect(whole).toEqual(['6', '5', '4', '3', '2', '1', '0', 'Hello, can you help me?'])
  const followed: string[] = []
  let cursor = ''
  do {
    const reply = await ana.get(path(c, `/messages?page_size=3${cursor && `&cursor=${cursor}`}`))
    followed.push(...texts(reply))
    cursor = reply.body.data.next_cursor
    await note(ana, c, '<p>late</p>') // arrives while someone scrolls back
  } while (cursor)
  expect(followed).toEqual(whole)

  const one = (await ana.get(path(c, '/messages'))).body.data.results[0]
  expect((await ana.get(path(c, `/messages/${one.uuid}`))).body.data).toEqual(one)
  expect((await ana.get(path(other, `/messages/${one.uuid}`))).status).toBe(404)
  expect((await ana.put(path(other, `/messages/${one.uuid}/retry`))).status).toBe(404)
  for (const invalid of ['nonsense', Buffer.from('["newest first","x",1]').toString('base64url')])
    expect((await ana.get(path(c, `/messages?cursor=${invalid}`))).status).toBe(400)
})

test('the first numbered page contains the newest email, however many notes and activity lines follow it', async () => {
  const ana = await t.as(await t.make.agent())
  const c = await t.make.conversation()
  const reply = await ana.post(path(c, '/messages'), { message: '<p>Hi</p>', to: ['grace@customer.test'] })
  for (let n = 0; n < 20; n++)
    await ana.put(path(c, '/priority'), { priority: ['High', 'Low', 'Medium'][n % 3] })
  for (let n = 0; n < 15; n++) await note(ana, c, `<p>${n}</p>`)
  type Row = { uuid: string; meta: { to?: string[] }; created_at: string }
  const read = async (
    query: string,
  ): Promise<{ results: Row[]; total: number; next_cursor: string | null }> =>
    (await ana.get(path(c, `/messages?${query}`))).body.data
  const whole = (await read('page_size=100')).results.map((m) => m.uuid)
  expect(whole).toHaveLength(37)

  for (const pageSize of [2, 5, 30, 35, 36, 37]) {
    const first = await read(`page=1&page_size=${pageSize}`)
    const mail = first.results.find((m) => m.uuid === reply.body.data.uuid)
    expect(mail?.meta.to, `pages of ${pageSize}`).toEqual(['grace@customer.test'])
    const pages = [first.results.map((m) => m.uuid)]
    for (let page = 2; page <= Math.ceil(37 / pageSize) + 1; page++)
      pages.push((await read(`page=${page}&page_size=${pageSize}`)).results.map((m) => m.uuid))
    const [some, lastPage] = [pages.slice(0, -2), pages.at(-2) ?? []]
    expect(some.every((page) => page.length === pageSize)).toBe(true)
    expect(lastPage.length).toBeGreaterThan(0)
    expect(pages.at(-1)).toEqual([])
    expect(pages.flat().sort()).toEqual(whole.toSorted())
    // A client that continues by cursor from there misses nothing.
    const rest = first.next_cursor ? await read(`page_size=100&cursor=${first.next_cursor}`) : { results: [] }
    const followed = new Set([...first.results, ...rest.results].map((m) => m.uuid))
    expect(followed.size).toBe(37)
  }
  // Without a page number the order is strict.
  expect((await read('page_size=30')).results.map((m) => m.uuid)).toEqual(whole.slice(0, 30))
})

test('numbered pages are newest first if the first one contains the email', async () => {
  const ana = await t.as(await t.make.agent())
  const c = await t.make.conversation()
  for (let n = 0; n < 7; n++)
    await (n === 6
      ? ana.post(path(c, '/messages'), { message: '<p>6</p>', to: ['a@b.test'] })
      : note(ana, c, `<p>${n}</p>`))
  const read = async (query: string) =>
    (await ana.get(path(c, `/messages?${query}`))).body.data.results.map(
      (m: { text_content: string }) => m.text_content,
    )
  const byPage = await Promise.all([1, 2, 3].map((page) => read(`page_size=3&page=${page}`)))
  expect(byPage.flat()).toEqual(await read('page_size=100'))
})

test('only a failed reply can be retried', async () => {
  const ana = await t.as(await t.make.agent())
  const c = await t.make.conversation()
  const reply = (await ana.post(path(c, '/messages'), { message: '<p>Hi</p>', to: ['a@b.test'] })).body.data
  const written = (await note(ana, c)).body.data
  const retry = (m: { uuid: string }) => ana.put(path(c, `/messages/${m.uuid}/retry`))
  expect((await retry(reply)).status).toBe(409)
  expect((await retry(written)).status).toBe(409)
  await t.db
    .updateTable('messages')
    .set({ status: 'failed', attempts: 9, delivery_error: '550 no' })
    .where('uuid', '=', reply.uuid)
    .execute()
  expect(await retry(reply)).toMatchObject({ status: 200, body: { data: true } })
  expect((await ana.get(path(c, `/messages/${reply.uuid}`))).body.data).toMatchObject({
    status: 'pending',
    delivery_error: null,
    version: reply.version + 1,
  })
  expect((await retry(reply)).status).toBe(409)
})

test('events say which fields changed and contain no message text', async () => {
  const ana = await t.as(await t.make.agent())
  const c = await t.make.conversation({ subject: 'Words of a subject' })
  await note(ana, c, '<p>Words of a note</p>')
  await ana.post(path(c, '/messages'), { message: '<p>Words of a reply</p>', to: ['a@b.test'] })
  await ana.put(path(c, '/priority'), { priority: 'High' })
  const events = await t.db
    .selectFrom('events')
    .selectAll()
    .where('conversation_id', '=', c.id)
    .orderBy('id')
    .execute()
  expect(JSON.stringify(events)).not.toMatch(/Words of/)
  expect(events.at(-1)).toMatchObject({
    type: 'conversation.priority_changed',
    changes: { priority_id: [null, 3] },
    access_before: { user: null, team: null },
    access_after: { user: null, team: null },
    depth: 0,
  })
})

test('message HTML from agents is sanitised before it is stored', async () => {
  const ana = await t.as(await t.make.agent())
  const c = await t.make.conversation()
  const { body } = await note(
    ana,
    c,
    '<p onclick="x()">Hi<img src=x onerror="alert(1)"><script>alert(1)</script></p><a href="javascript:alert(1)">x</a>',
  )
  expect(body.data.content).not.toMatch(/onclick|onerror|<script|javascript:/)
})
