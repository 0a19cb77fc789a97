import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../actor.ts'
import { multipartForm } from '../testing/multipart-form.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { openSocket } from '../testing/web-sockets.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => t.stop())

async function watch(actor: Pick<Actor, 'id'>) {
  const socket = await openSocket(t, '/ws?v=2', { cookie: `parley_session=${(await t.as(actor)).token}` })
  await socket.until((frames) => frames[0]?.type === 'hello')
  return socket
}
const contactFrames = (socket: { frames: { type: string }[] }) =>
  socket.frames.filter(({ type }) => type.startsWith('contact.'))

test('a changed contact is sent to readers of contacts and of their conversations, and to nobody else', async () => {
  const admin = await t.make.agent({ permissions: t.make.allPermissions })
  const assignee = await t.make.agent({ permissions: ['conversations:read', 'conversations:read_assigned'] })
  const other = await t.make.agent({ permissions: ['conversations:read', 'conversations:read_assigned'] })
  const c = await t.make.conversation({ assigned_user_id: assignee.id })
  const [reading, working, stranger] = [await watch(admin), await watch(assignee), await watch(other)]

  t.clock.advance(1000)
  const browser = await t.as(admin)
  const { payload, headers } = await multipartForm(null, {
    first_name: 'Renamed',
    email: 'renamed@customer.test',
  })
  const saved = await browser.put(`/api/v1/contacts/${c.contact_id}`, payload, headers)
  const frame = {
    type: 'contact.updated',
    version: Date.parse(saved.body.data.updated_at),
    object: { id: c.contact_id, first_name: 'Renamed', email: 'renamed@customer.test', enabled: true },
  }
  for (const socket of [reading, working]) {
    await socket.until((frames) => frames.some(({ version }) => version === frame.version))
    expect(contactFrames(socket).at(-1)).toMatchObject(frame)
  }

  await browser.post(`/api/v1/contacts/${c.contact_id}/notes`, { note: 'Hush' })
  await reading.until((frames) => frames.some(({ type }) => type === 'contact.notes_changed'))
  // An event that everyone receives, so that everything before it has arrived.
  await browser.post('/api/v1/tags', { name: 'after' })
  for (const socket of [working, stranger])
    await socket.until((frames) => frames.some(({ type }) => type === 'lookup.changed'))
  expect(
    working.frames.map(({ type }) => type),
    'notes are sent only to agents who may read them',
  ).not.toContain('contact.notes_changed')
  expect(contactFrames(stranger)).toEqual([])
  expect(JSON.stringify(reading.frames)).not.toContain('Hush')
  for (const socket of [reading, working, stranger]) socket.close()
})

test('a merge pushes the conversations with their new contact, and which contact was merged into which', async () => {
  const admin = await t.make.agent({ permissions: t.make.allPermissions })
  const [from, into] = [await t.make.conversation(), await t.make.conversation()]
  const socket = await watch(admin)
  const browser = await t.as(admin)
  await browser.post(`/api/v1/contacts/${from.contact_id}/merge`, { into_id: into.contact_id })
  await socket.until((frames) => frames.some(({ type }) => type === 'contact.merged'))
  expect(contactFrames(socket).at(-1)).toMatchObject({
    object: { id: from.contact_id, into_id: into.contact_id },
  })
  expect(socket.frames.find(({ type }) => type === 'conversation.changed')).toMatchObject({
    object: { uuid: from.uuid, contact_id: into.contact_id, contact: { id: into.contact_id } },
  })
  socket.close()
})
