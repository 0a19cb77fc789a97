import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Parley, ServerEvent } from '../src/index.ts'
import { startClientWorkspace } from './client-workspace.ts'

let w: Awaited<ReturnType<typeof startClientWorkspace>>
beforeAll(async () => {
  w = await startClientWorkspace()
})
afterAll(() => w.stop())

/** The next event of this type. */
async function next(events: AsyncGenerator<ServerEvent>, matches: (event: ServerEvent) => boolean) {
  for (;;) {
    const { value, done } = await events.next()
    if (done) throw new Error('The events ended')
    if (matches(value)) return value
  }
}
const note = (parley: Parley, uuid: string, text: string) =>
  parley.sendMessage({ uuid, body: { message: `<p>${text}</p>`, private: true } })
const saying = (text: string) => (event: ServerEvent) =>
  event.type === 'message.created' && event.object.text_content === text

test('events arrive as they happen; after a lost connection, missed events arrive once', async () => {
  const { parley, viaProxy } = await w.client()
  const c = await w.t.make.conversation()
  const events = viaProxy.events()
  await next(events, (event) => event.type === 'hello')
  await note(parley, c.uuid, 'first')
  await next(events, saying('first'))

  w.proxy.cutSockets()
  await note(parley, c.uuid, 'second')
  await note(parley, c.uuid, 'third')
  const received: string[] = []
  await next(events, (event) => {
    if (event.type === 'message.created') received.push(event.object.text_content)
    return saying('third')(event)
  })
  expect(received).toEqual(['second', 'third'])
  await events.return()
})

test('a stored cursor continues where the program stopped', async () => {
  const { parley } = await w.client()
  const c = await w.t.make.conversation()
  const before = parley.events()
  await next(before, (event) => event.type === 'hello')
  await note(parley, c.uuid, 'dealt with')
  const { event_id } = await next(before, saying('dealt with'))
  await before.return()
  await note(parley, c.uuid, 'while away')
  const after = parley.events({ cursor: event_id })
  const received: string[] = []
  await next(after, (event) => {
    if (event.type === 'message.created') received.push(event.object.text_content)
    return saying('while away')(event)
  })
  expect(received).toEqual(['while away'])
  await after.return()
})

test('an idle connection is replaced without losing events', async () => {
  const { parley } = await w.client()
  const c = await w.t.make.conversation()
  const events = parley.events({ quiet_ms: 60 })
  await next(events, (event) => event.type === 'hello')
  await next(events, (event) => event.type === 'hello')
  await note(parley, c.uuid, 'still there')
  await next(events, saying('still there'))
  await events.return()
})

test('the stream ends with the signal, even while nothing happens', async () => {
  const { parley } = await w.client()
  const stop = new AbortController()
  const events = parley.events({ signal: stop.signal })
  await next(events, (event) => event.type === 'hello')
  const waiting = next(events, (event) => event.type === 'contact.merged')
  stop.abort()
  await expect(waiting).rejects.toThrow('The events ended')
})

test("a key that is rejected or revoked throws the server's error", async () => {
  const inbox = await w.t.make.inbox()
  const limited = (await w.client({ inbox_ids: [inbox.id] })).parley.events()
  await expect(limited.next()).rejects.toMatchObject({
    status: 403,
    message: expect.stringMatching(/some inboxes/),
  })

  const { parley, agent } = await w.client()
  const events = parley.events()
  await next(events, (event) => event.type === 'hello')
  const { parley: admin } = await w.client()
  await admin.deleteApiKey({ id: agent.id })
  await expect(next(events, (event) => event.type === 'contact.merged')).rejects.toMatchObject({
    status: 401,
  })
})
