import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Actor } from '../../actor.ts'
import { startTestMail, type TestMail } from '../../testing/email/test-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { previewRule } from './preview-rule.ts'
import { applyRetentionRules, runDryRun } from './run-rules.ts'
import { countStorageUse } from './storage-use.ts'

let t: TestApp
let mail: TestMail
let admin: Actor
let browser: Awaited<ReturnType<TestApp['as']>>
let inbox: { id: number; address: string }
const day = 86_400_000
const [resolved, closed] = [3, 4]

beforeAll(async () => {
  t = await startTestApp()
  mail = await startTestMail(t)
  admin = await t.make.agent({ permissions: t.make.allPermissions })
  browser = await t.as(admin)
  inbox = await t.make.inbox('support@acme.test')
})
afterEach(async () => {
  for (const { id } of (await browser.get('/api/v1/retention/rules')).body.data)
    await browser.del(`/api/v1/retention/rules/${id}`)
})
afterAll(async () => {
  await mail.stop()
  await t.stop()
})

/** With a new session, because an unused one ends. */
async function advance(ms: number): Promise<void> {
  t.clock.advance(ms)
  browser = await t.as(admin)
}

const rule = { name: 'Old ones', status_ids: [resolved, closed], after_days: 90, action: 'delete' }
const scope = (more: object = {}) => {
  const { name: _, ...rest } = { ...rule, ...more }
  return rest
}
const create = async (more: object = {}): Promise<number> => {
  const { status, body } = await browser.post('/api/v1/retention/rules', { ...rule, ...more })
  expect([status, body.message]).toEqual([200, undefined])
  return body.data.id
}
const confirm = (id: number) => browser.put(`/api/v1/retention/rules/${id}/confirm`)
async function preview(more: object = {}) {
  // It would be incomplete if a busy machine took more than three seconds.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  const { body } = await browser.post('/api/v1/retention/preview', scope(more))
  clock.mockRestore()
  return body.data
}
const apply = () => applyRetentionRules(t)
const exists = async (...ids: number[]) =>
  (await t.db.selectFrom('conversations').select('id').where('id', 'in', ids).orderBy('id').execute()).map(
    ({ id }) => id,
  )
const runs = async () => (await browser.get('/api/v1/retention/runs')).body.data

/** A conversation by email, with a file, resolved. */
async function resolvedConversation(options: { inbox_id?: number; status?: string } = {}) {
  const {
    conversation_id,
    raw_hash,
    id: delivery_id,
  } = await mail.receive(
    mail.compose({ to: inbox.address, from: `c${Math.random()}@customer.test`, text: 'An old secret' }),
    inbox.address,
  )
  const c = await mail.conversation(conversation_id)
  const [message] = await mail.messagesOf(c.id)
  const content_hash = await t.files.media.put(Buffer.from(`file of ${c.id}`))
  await t.db
    .insertInto('media')
    .values({
      ...{ created_at: t.clock.now(), updated_at: t.clock.now(), model_type: 'messages', size: 1000 },
      ...{ filename: 'a.txt', content_type: 'text/plain', content_hash, message_id: message?.id ?? null },
    })
    .execute()
  await browser.put(`/api/v1/conversations/${c.uuid}/status`, { status: options.status ?? 'Resolved' })
  if (options.inbox_id)
    await t.db
      .updateTable('conversations')
      .set({ inbox_id: options.inbox_id })
      .where('id', '=', c.id)
      .execute()
  return { ...c, delivery_id, raw_hash, message_uuid: message?.uuid }
}

test('a rule deletes what is old, after it was confirmed, and leaves what is young, open, exempt or elsewhere', async () => {
  const other = await t.make.inbox('other@acme.test')
  const old = await resolvedConversation()
  const open = await resolvedConversation({ status: 'Open' })
  const elsewhere = await resolvedConversation({ inbox_id: other.id })
  const held = await resolvedConversation()
  const tag = await t.make.tag('legal hold')
  await browser.post(`/api/v1/conversations/${held.uuid}/tags`, { tags: ['legal hold'] })
  const late = await resolvedConversation()
  await advance(91 * day)
  const young = await resolvedConversation()
  // Long without a message, but resolved again only now.
  await browser.put(`/api/v1/conversations/${late.uuid}/status`, { status: 'Open' })
  await browser.put(`/api/v1/conversations/${late.uuid}/status`, { status: 'Closed' })

  const more = { inbox_ids: [inbox.id], exempt_tag_ids: [tag.id] }
  expect(await preview(more)).toMatchObject({
    ...{ conversations: 1, is_complete: true, sample: [{ uuid: old.uuid }] },
    estimated_bytes: expect.any(Number),
  })
  const id = await create(more)
  await apply()
  expect(await exists(old.id), 'not confirmed yet').toHaveLength(1)
  expect((await confirm(id)).body.data.confirmed_at).not.toBeNull()
  await apply()
  expect(await exists(old.id, open.id, elsewhere.id, held.id, late.id, young.id)).toEqual(
    [open.id, elsewhere.id, held.id, late.id, young.id].toSorted((a, b) => a - b),
  )
  expect((await runs())[0]).toMatchObject({
    ...{ rule_name: 'Old ones', kind: 'run', conversations: 1, messages: 1, files: 1, skipped: 0 },
    by_inbox: [{ inbox_id: inbox.id, conversations: 1 }],
  })
  const delivery = await t.db
    .selectFrom('mail_deliveries')
    .selectAll()
    .where('id', '=', old.delivery_id)
    .executeTakeFirstOrThrow()
  expect(delivery).toMatchObject({ state: 'erased', from_address: null })
  expect(await t.events(old.id)).toContain('conversation.purged')
})

test('a rule runs once a day, and no more after it was changed or disabled', async () => {
  const id = await create()
  await confirm(id)
  await apply()
  await advance(day / 2)
  await apply()
  const ofRule = async () => (await runs()).filter((run: { rule_id: number }) => run.rule_id === id)
  expect(await ofRule()).toHaveLength(1)
  await advance(day / 2)
  await apply()
  expect(await ofRule()).toHaveLength(2)
  const renamed = await browser.put(`/api/v1/retention/rules/${id}`, { name: 'Other name' })
  expect(renamed.body.data.confirmed_at).not.toBeNull()
  const changed = await browser.put(`/api/v1/retention/rules/${id}`, { after_days: 1 })
  expect(changed.body.data.confirmed_at).toBeNull()
  await advance(day)
  await apply()
  expect(await ofRule()).toHaveLength(2)
  await browser.put(`/api/v1/retention/rules/${id}`, { enabled: false })
  expect((await confirm(id)).status).toBe(409)
})

test('erasing bodies keeps who wrote when, and removes texts, files, original emails and what search knows', async () => {
  const c = await resolvedConversation()
  await advance(100 * day)
  await confirm(await create({ action: 'erase_bodies' }))
  await apply()
  const [message] = (await browser.get(`/api/v1/conversations/${c.uuid}/messages`)).body.data.results.filter(
    (one: { type: string }) => one.type === 'incoming',
  )
  expect(message).toMatchObject({
    ...{ content: '<p>[erased]</p>', text_content: '', attachments: [], type: 'incoming' },
    meta: { to: [inbox.address] },
  })
  expect(
    (await browser.get(`/api/v1/conversations/${c.uuid}/messages/${c.message_uuid}/source`)).status,
  ).toBe(404)
  const results = (await browser.get('/api/v1/search?query=secret')).body.data
  expect(JSON.stringify(results ?? {})).not.toContain(c.uuid)
  const before = (await runs())[0].conversations
  expect(before).toBeGreaterThan(0)
  await advance(day)
  await apply()
  expect((await runs())[0].conversations, 'is not done again').toBe(0)
})

test('spam and the trash count from the day when a conversation was moved there', async () => {
  const spam = await resolvedConversation({ status: 'Open' })
  await browser.post(`/api/v1/conversations/${spam.uuid}/spam`)
  const trash = await resolvedConversation({ status: 'Open' })
  await browser.del(`/api/v1/conversations/${trash.uuid}`)
  await advance(8 * day)
  expect(await preview({ status_ids: [], include_spam: true, after_days: 9 })).toMatchObject({
    conversations: 0,
  })
  await confirm(await create({ status_ids: [], include_spam: true, after_days: 7 }))
  await apply()
  expect(await exists(spam.id, trash.id)).toEqual([trash.id])
})

test('a reply that is being sent keeps a conversation until the next run', async () => {
  const c = await resolvedConversation()
  await t.db
    .updateTable('messages')
    .set({ type: 'outgoing', status: 'pending' })
    .where('conversation_id', '=', c.id)
    .where('type', '=', 'incoming')
    .execute()
  await advance(100 * day)
  await confirm(await create())
  await apply()
  expect(await exists(c.id)).toEqual([c.id])
  expect((await runs())[0].skipped).toBeGreaterThan(0)
  await t.db.updateTable('messages').set({ status: 'sent' }).where('conversation_id', '=', c.id).execute()
  await advance(day)
  await apply()
  expect(await exists(c.id)).toEqual([])
})

test('a run that is killed continues, and counts each conversation once', async () => {
  const all = [await resolvedConversation(), await resolvedConversation(), await resolvedConversation()]
  await advance(100 * day)
  const expected = (await preview()).conversations
  await confirm(await create())
  let left = 3
  const killed: typeof t.act = (actor, work) => {
    if (left-- <= 0) throw new Error('Killed')
    return t.act(actor, work)
  }
  await expect(applyRetentionRules({ ...t, act: killed })).rejects.toThrow('Killed')
  await apply()
  expect(await exists(...all.map(({ id }) => id))).toEqual([])
  expect((await runs())[0]).toMatchObject({ conversations: expected, finished_at: expect.any(String) })
})

test('a dry run counts what the run then does, and changes nothing', async () => {
  const c = await resolvedConversation()
  await advance(100 * day)
  const id = await create()
  const { body } = await browser.post(`/api/v1/retention/rules/${id}/dry-run`)
  await runDryRun(t, body.data.id)
  const [dry] = await runs()
  expect(dry).toMatchObject({ kind: 'dry_run', finished_at: expect.any(String) })
  expect(await exists(c.id)).toEqual([c.id])
  await confirm(id)
  await apply()
  const [run] = await runs()
  for (const key of ['conversations', 'messages', 'files', 'bytes', 'by_inbox'])
    expect(run[key]).toEqual(dry[key])
})

test('a preview that takes too long says how many there are at least', async () => {
  await resolvedConversation()
  await advance(100 * day)
  const values = {
    ...scope(),
    inbox_ids: null,
    include_spam: false,
    include_trash: false,
    exempt_tag_ids: [],
  }
  const result = await previewRule(t.db, values as Parameters<typeof previewRule>[1], t.clock.now(), 0)
  expect(result).toMatchObject({ is_complete: false, conversations: 0 })
})

test.each([
  [{ status_ids: [] }, 'Choose at least one status'],
  [{ status_ids: [1] }, 'statuses that exist and are closed'],
  [{ after_days: 0 }, 'after_days'],
  [{ inbox_ids: [] }, 'at least one inbox'],
])('the rule %j is refused', async (more, message) => {
  const { status, body } = await browser.post('/api/v1/retention/rules', { ...rule, ...more })
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(message)
})

test('storage use is counted once a day by inbox, and its history grows', async () => {
  const own = await t.make.inbox('measured@acme.test')
  await resolvedConversation({ inbox_id: own.id })
  await t.db
    .updateTable('messages')
    .set({ inbox_id: own.id })
    .where('conversation_id', 'in', (eb) =>
      eb.selectFrom('conversations').select('id').where('inbox_id', '=', own.id),
    )
    .execute()
  await countStorageUse(t)
  await countStorageUse(t)
  const use = async () => (await browser.get('/api/v1/storage-use')).body.data
  const first = await use()
  expect(first.day).toBe(t.clock.now().toISOString().slice(0, 10))
  const counted = first.inboxes.find((one: { inbox_id: number }) => one.inbox_id === own.id)
  expect(counted).toMatchObject({ conversations: 1, files: 1, file_bytes: 1000 })
  expect(counted.body_bytes).toBeGreaterThan(10)
  const days = first.history.length
  await advance(day)
  await resolvedConversation({ inbox_id: own.id })
  // Killed in the middle of the day's count.
  let left = 2
  const killed: typeof t.act = (actor, work) => {
    if (left-- <= 0) throw new Error('Killed')
    return t.act(actor, work)
  }
  await expect(countStorageUse({ ...t, act: killed })).rejects.toThrow('Killed')
  expect((await use()).history, 'not before it is finished').toHaveLength(days)
  await countStorageUse(t)
  const second = await use()
  expect(second.history).toHaveLength(days + 1)
  expect(second.inboxes.find((one: { inbox_id: number }) => one.inbox_id === own.id).conversations).toBe(2)
})
