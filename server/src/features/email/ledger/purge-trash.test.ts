import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestMail, type TestMail } from '../../../testing/email/test-mail.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { removeUnusedUploads } from '../../media/remove-unused-uploads.ts'
import { purgeTrash } from './purge-trash.ts'

let t: TestApp
let mail: TestMail
const address = 'support@acme.test'
beforeAll(async () => {
  t = await startTestApp()
  mail = await startTestMail(t)
  await t.make.inbox(address)
})
afterAll(async () => {
  await mail.stop()
  await t.stop()
})

const day = 86_400_000
const admin = async () => t.as(await t.make.agent({ permissions: t.make.allPermissions }))
const path = (c: { uuid: string }, rest = '') => `/api/v1/conversations/${c.uuid}${rest}`
const purge = () => purgeTrash(t, t.clock.now())
const exists = async (id: number) =>
  (await t.db.selectFrom('conversations').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
const receive = async (id: string) => {
  const raw = mail.compose({ to: address, id, text: `About ${id}` })
  const delivery = await mail.receive(raw, address)
  return { raw, delivery, c: await mail.conversation(delivery.conversation_id) }
}

test('after 30 days a conversation is deleted with its mail, and neither day nor restoring is missed', async () => {
  const browser = await admin()
  const [old, restored, young] = [
    await receive('old@x.test'),
    await receive('back@x.test'),
    await receive('new@x.test'),
  ]
  for (const { c } of [old, restored]) await browser.del(path(c))
  await browser.post(path(restored.c, '/restore'))
  t.clock.advance(day)
  await browser.post(path(young.c, '/spam'))
  t.clock.advance(29 * day - 1000)
  await purge()
  expect(await exists(old.c.id)).toBe(true)
  t.clock.advance(1000)
  await purge()
  expect([await exists(old.c.id), await exists(restored.c.id), await exists(young.c.id)]).toEqual([
    false,
    true,
    true,
  ])
  const row = await t.db
    .selectFrom('mail_deliveries')
    .selectAll()
    .where('id', '=', old.delivery.id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    state: 'erased',
    subject: null,
    from_address: null,
    message_id: null,
    conversation_id: null,
  })
  expect((await t.events(old.c.id)).at(-1)).toBe('conversation.purged')
  expect((await (await admin()).get(path(old.c))).status).toBe(404)
  await purge()
  expect((await t.events(old.c.id)).filter((type) => type === 'conversation.purged')).toHaveLength(1)
})

// PostgreSQL deletes along foreign keys in the order in which they were created, and a restore creates them again.
test('a conversation is deleted in whichever order the foreign keys were created', async () => {
  const browser = await admin()
  const { c } = await receive('order@x.test')
  const foreignKey = 'foreign key (conversation_id) references conversations on delete cascade'
  await sql`alter table messages drop constraint messages_conversation_id_fkey`.execute(t.db)
  await sql`alter table messages add constraint messages_conversation_id_fkey ${sql.raw(foreignKey)}`.execute(
    t.db,
  )
  await browser.del(path(c))
  t.clock.advance(31 * day)
  await purge()
  expect(await exists(c.id)).toBe(false)
})

test('a copy of purged mail is not filed again, another mail with its Message-ID is', async () => {
  const browser = await admin()
  const { raw, c } = await receive('copy@x.test')
  await browser.del(path(c))
  t.clock.advance(31 * day)
  await purge()
  expect(await mail.receive(`Received: by another way\n${raw}`, address)).toMatchObject({
    state: 'ignored',
    reason: expect.stringContaining('deleted permanently'),
  })
  const other = mail.compose({ to: address, id: 'copy@x.test', text: 'Something else' })
  expect(await mail.receive(other, address)).toMatchObject({ state: 'threaded' })
})

test('a reply that arrives at the last moment saves the conversation, whoever comes first', async () => {
  const browser = await admin()
  const { c } = await receive('last@x.test')
  await browser.del(path(c))
  t.clock.advance(31 * day)
  const [answer] = await Promise.all([
    mail.receive(mail.compose({ to: address, headers: { References: '<last@x.test>' } }), address),
    purge(),
  ])
  expect(answer.state).toBe('threaded')
  expect(await exists(answer.conversation_id ?? 0)).toBe(true)
})

test('files that no other message uses are removed with it', async () => {
  const browser = await admin()
  const { c } = await receive('files@x.test')
  const message = await t.db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', c.id)
    .executeTakeFirstOrThrow()
  const content_hash = await t.files.media.put(Buffer.from('a file'))
  const media = await t.db
    .insertInto('media')
    .values({
      created_at: t.clock.now(),
      updated_at: t.clock.now(),
      filename: 'a.txt',
      content_type: 'text/plain',
      size: 6,
      content_hash,
      model_type: 'messages',
      message_id: message.id,
    })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow()
  await browser.del(path(c))
  expect((await browser.get(`/uploads/${media.uuid}`)).status).toBe(200)
  t.clock.advance(31 * day)
  await purge()
  expect((await (await admin()).get(`/uploads/${media.uuid}`)).status).toBe(404)
  t.clock.advance(2 * day)
  await removeUnusedUploads(t.db, t.files.media, t.clock.now())
  expect(await t.db.selectFrom('media').select('id').where('id', '=', media.id).execute()).toEqual([])
})
