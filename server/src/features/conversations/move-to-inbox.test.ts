import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestMail, type TestMail } from '../../testing/email/test-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let mail: TestMail
beforeAll(async () => {
  t = await startTestApp()
  mail = await startTestMail(t)
})
afterAll(async () => {
  await mail.stop()
  await t.stop()
})

const path = (c: { uuid: string }, rest = '') => `/api/v1/conversations/${c.uuid}${rest}`
const admin = async () => t.as(await t.make.agent({ first_name: 'Ana', permissions: t.make.allPermissions }))
const rowOf = (id: number) =>
  t.db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a conversation moves to another inbox, which later replies belong to, and undo moves it back', async () => {
  const browser = await admin()
  const c = await t.make.conversation()
  const sales = await t.make.inbox()
  expect((await browser.put(path(c, '/inbox'), { inbox_id: sales.id })).status).toBe(200)
  const { data } = (await browser.get(path(c))).body
  expect(data).toMatchObject({ inbox_id: sales.id, inbox_name: sales.name, inbox_mail: sales.address })
  const [line] = (await browser.get(path(c, '/messages'))).body.data.results
  expect(line.activity).toMatchObject({ type: 'moved_inbox', data: { into: sales.name } })
  await browser.post(path(c, '/messages'), { message: '<p>Hi</p>', to: ['grace@customer.test'] })
  const messages = await t.db
    .selectFrom('messages')
    .select(['type', 'inbox_id'])
    .where('conversation_id', '=', c.id)
    .where('type', '<>', 'activity')
    .orderBy('id')
    .execute()
  expect(messages).toEqual([
    { type: 'incoming', inbox_id: c.inbox_id },
    { type: 'outgoing', inbox_id: sales.id },
  ])
  expect((await browser.post('/api/v1/undo', {})).body.data).toMatchObject({
    kind: 'move_inbox',
    what: { inbox: sales.name },
    outcomes: [{ ok: true }],
  })
  expect((await rowOf(c.id)).inbox_id).toBe(c.inbox_id)
})

test('an inbox that is gone, turned off or outside an agent’s reach is refused without a trace', async () => {
  const browser = await admin()
  const c = await t.make.conversation()
  const [gone, off, other] = [await t.make.inbox(), await t.make.inbox(), await t.make.inbox()]
  await t.db.updateTable('inboxes').set({ deleted_at: t.clock.now() }).where('id', '=', gone.id).execute()
  await t.db.updateTable('inboxes').set({ enabled: false }).where('id', '=', off.id).execute()
  const before = [await t.events(c.id), await rowOf(c.id)]
  const move = async (inbox_id: unknown, who = browser) =>
    (await who.put(path(c, '/inbox'), { inbox_id })).status
  expect([await move(gone.id), await move(off.id), await move(999_999), await move('x')]).toEqual([
    400, 400, 400, 400,
  ])
  const mayNot = await t.as(
    await t.make.agent({ permissions: ['conversations:read', 'conversations:read_all'] }),
  )
  const mayNotSee = await t.as(
    await t.make.agent({ permissions: ['conversations:read', 'conversations:move'] }),
  )
  expect([await move(other.id, mayNot), await move(other.id, mayNotSee)]).toEqual([403, 404])
  expect([await t.events(c.id), await rowOf(c.id)]).toEqual(before)
  expect(await move(c.inbox_id)).toBe(200)
  expect(await t.events(c.id)).toEqual(before[0])
})

test('mail to the old inbox joins a moved conversation, and a copy to the new one is a duplicate', async () => {
  const [support, sales] = [await t.make.inbox('old@acme.test'), await t.make.inbox('new@acme.test')]
  const raw = mail.compose({ to: 'old@acme.test', id: 'moved@customer.test' })
  const first = await mail.receive(raw, 'old@acme.test')
  const c = await mail.conversation(first.conversation_id)
  expect(c.inbox_id).toBe(support.id)
  await (await admin()).put(path(c, '/inbox'), { inbox_id: sales.id })
  const answer = await mail.receive(
    mail.compose({ to: 'old@acme.test', headers: { References: '<moved@customer.test>' } }),
    'old@acme.test',
  )
  expect(answer).toMatchObject({ state: 'threaded', conversation_id: c.id })
  const again = mail.compose({
    to: 'old@acme.test',
    id: 'both@customer.test',
    headers: { References: '<moved@customer.test>' },
  })
  expect(await mail.receive(again, 'old@acme.test')).toMatchObject({ conversation_id: c.id })
  expect(await mail.receive(again, 'new@acme.test')).toMatchObject({ state: 'ignored' })
})
