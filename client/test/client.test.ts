import { afterAll, beforeAll, expect, test } from 'vitest'
import { createParley, each, eachPage, ParleyRefusal, ParleyUnreachable, versionOf } from '../src/index.ts'
import { startClientWorkspace } from './client-workspace.ts'

let w: Awaited<ReturnType<typeof startClientWorkspace>>
beforeAll(async () => {
  w = await startClientWorkspace()
})
afterAll(() => w.stop())

/** The error that a call failed with. */
const refusal = async (call: Promise<unknown>): Promise<ParleyRefusal> => {
  const error = await call.catch((thrown: unknown) => thrown)
  if (error instanceof ParleyRefusal) return error
  throw new Error(`Not refused: ${String(error)}`)
}

test('starts, answers, tags, resolves and reads a conversation with typed calls', async () => {
  const { parley, agent } = await w.client()
  const inbox = await w.t.make.inbox()
  const started = await parley.createConversation({
    body: {
      inbox_id: inbox.id,
      contact_email: 'grace@customer.test',
      first_name: 'Grace',
      subject: 'A parcel',
      content: '<p>Where is it?</p>',
      initiator: 'contact',
    },
  })
  const { uuid } = started
  const note = await parley.sendMessage({ uuid, body: { message: '<p>On its way</p>', private: true } })
  expect(note).toMatchObject({ private: true, text_content: 'On its way' })
  const { id } = await parley.createTag({ body: { name: 'parcel' } })
  expect(id).toBeGreaterThan(0)
  await parley.setTags({ uuid, body: { tags: ['parcel'] } })
  await parley.assignUser({ uuid, body: { assignee_id: agent.id } })
  expect(await parley.setStatus({ uuid, body: { status: 'Resolved' } })).toBe(true)
  const read = await parley.getConversation({ uuid })
  expect(read).toMatchObject({ status: 'Resolved', tags: ['parcel'], assigned_user_id: agent.id })
  expect(await parley.getHealth()).toBe(true)
})

test('an error has a message, field errors and the request id', async () => {
  const { parley } = await w.client()
  const invalid = await refusal(parley.createTag({ body: { name: '' } }))
  expect(invalid).toMatchObject({ status: 400, error_type: 'InputException', errors: [{ path: 'name' }] })
  expect(invalid.message).toMatch(/cannot be empty/)
  expect(invalid.request_id).toMatch(/^[0-9a-f-]{36}$/)
  const missing_uuid = '00000000-0000-4000-8000-000000000000'
  expect(await refusal(parley.getConversation({ uuid: missing_uuid }))).toMatchObject({ status: 404 })
  const otherAgent = createParley({ url: w.url, key: 'none', secret: 'none' })
  expect(await refusal(otherAgent.getMe())).toMatchObject({ status: 401 })
  const { parley: reader } = await w.client({ read_only: true })
  expect(await refusal(reader.createTag({ body: { name: 'no' } }))).toMatchObject({ status: 403 })
  expect((await reader.getMe()).id).toBeGreaterThan(0)
})

test('updating an outdated version fails with the current object', async () => {
  const { parley } = await w.client()
  const created = await parley.createTag({ body: { name: 'versioned' } })
  const { id } = created
  const tag = await parley.getTag({ id })
  expect(versionOf(tag)).toBe(versionOf(created))
  expect(versionOf(tag)).toMatch(/^"/)
  const changed = await parley.updateTag({ id, body: { name: 'second' } }, { if_match: versionOf(tag) })
  const late = await refusal(parley.updateTag({ id, body: { name: 'third' } }, { if_match: versionOf(tag) }))
  expect(late).toMatchObject({ status: 412, data: { id, name: 'second' } })
  expect(versionOf(late.data)).toBe(versionOf(changed))
  await parley.deleteTag({ id }, { if_match: versionOf(late.data) })
  expect(versionOf(await parley.listTags())).toBeNull()
})

test('an empty path segment throws before the request, as it would be a different call', async () => {
  const { parley } = await w.client()
  await expect(parley.endMySession({ uuid: '' })).rejects.toThrow('needs "uuid"')
  const tag = await parley.createTag({ body: { name: 'a/b?c' } })
  await parley.deleteTag({ id: tag.id })
  const contact = await w.t.make.conversation({ email: 'odd+a%2Fb@customer.test' })
  await expect(
    parley.makeAddressPrimary({ id: contact.contact_id, address: 'x/../y@z.test' }),
  ).rejects.toMatchObject({
    status: 404,
  })
  expect(() => createParley({ url: w.url, key: 'only' })).toThrow('both key and secret')
})

test('each row of a list is visited once, with cursors and with page numbers', async () => {
  const { parley } = await w.client()
  const inbox = await w.t.make.inbox()
  for (let n = 0; n < 7; n += 1)
    await w.t.make.conversation({ inbox_id: inbox.id, email: `row${n}@pages.test` })
  const filters = JSON.stringify([
    { model: 'conversations', field: 'inbox_id', operator: 'equals', value: inbox.id },
  ])
  const rows: string[] = []
  for await (const row of each(parley.listAll, { query: { page_size: 3, filters } })) rows.push(row.uuid)
  expect(rows).toHaveLength(7)
  expect(new Set(rows).size).toBe(7)

  const sizes: number[] = []
  for await (const page of eachPage(parley.listAll, { query: { page_size: 3, filters } }))
    sizes.push(page.results.length)
  expect(sizes).toEqual([3, 3, 1])

  for (let n = 0; n < 5; n += 1)
    await w.t.db
      .insertInto('mail_deliveries')
      .values({
        received_at: w.t.clock.now(),
        updated_at: w.t.clock.now(),
        inbox_id: inbox.id,
        source: 'smtp',
        raw_hash: Buffer.alloc(32, n),
        raw_size: 20,
        state: 'ignored',
        reason: 'a sample',
        envelope: { peer: null, helo: null, from: null, recipients: [] },
      })
      .execute()
  const deliveries: number[] = []
  for await (const row of each(parley.listDeliveries, { query: { page_size: 2 } })) deliveries.push(row.id)
  expect(new Set(deliveries).size).toBe(5)
})

test('a file is uploaded as a form and downloaded unchanged', async () => {
  const { parley } = await w.client()
  const c = await w.t.make.conversation()
  const file = new File(['Hello ✓'], 'grüße.txt', { type: 'text/plain' })
  const media = await parley.uploadMedia({ body: { files: file, linked_model: 'messages' } })
  expect(media).toMatchObject({ filename: 'grüße.txt', size: 9 })
  const sent = await parley.sendMessage({
    uuid: c.uuid,
    body: { message: '<p>See</p>', private: true, attachments: [media.id] },
  })
  expect(sent.attachments?.[0]?.name).toBe('grüße.txt')
  const csv = await parley.exportActivityLogs()
  expect(csv.headers.get('content-type')).toContain('text/csv')
  expect(await csv.text()).toContain('api_key')
})

test('an unreachable server is distinguished from an error response, and the caller can abort', async () => {
  const unreachable = createParley({ url: 'http://127.0.0.1:9', key: 'a', secret: 'b', attempts: 2 })
  await expect(unreachable.getMe()).rejects.toBeInstanceOf(ParleyUnreachable)
  const stopped = new AbortController()
  stopped.abort(new Error('enough'))
  const { parley } = await w.client()
  await expect(parley.getMe({}, { signal: stopped.signal })).rejects.toThrow('enough')
})
