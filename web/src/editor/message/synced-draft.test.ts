import type { Draft as ServerDraft } from '@parley/contract/messages/drafts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import {
  type ConversationDraftKey,
  clearDraft,
  clearNextDraft,
  type Draft,
  emptyDraft,
  keepUnsentDraft,
  readDraft,
  readDraftSync,
  readNextDraft,
  saveDraft,
} from '../../lib/drafts.ts'
import { LocalDraft } from './local-draft.ts'
import { SyncedDraft } from './synced-draft.ts'

const key: ConversationDraftKey = { agent_id: 7, uuid: 'c1', mode: 'reply' }
const file = { id: 3, uuid: 'f3', filename: 'plan.pdf', size: 9, content_type: 'application/pdf' }
const withText = (text: string): Draft => ({ ...emptyDraft, html: `<p>${text}</p>` })

beforeEach(() => {
  vi.useFakeTimers()
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => items.set(name, value),
    removeItem: (name: string) => items.delete(name),
  })
})
afterEach(() => {
  keepUnsentDraft(key)
  clearNextDraft(key)
  clearDraft(key)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What the server does with a draft. */
function startServer() {
  let current: ServerDraft = {
    key: 'reply.c1',
    conversation_uuid: null,
    revision: 0,
    updated_at: null,
    content: null,
    client_id: '',
    sent: false,
    sent_attempt: null,
  }
  const versions: string[] = []
  const server = {
    versions,
    saves: 0,
    online: true,
    focused: '',
    /** Delays answers until it resolves. */
    delay: Promise.resolve(),
    get current() {
      return current
    },
    put(content: Draft | null, change: Partial<ServerDraft> = {}) {
      current = { ...current, revision: current.revision + 1, content, client_id: '', sent: false, ...change }
      return current
    },
    open(client_id: string): SyncedDraft {
      return new SyncedDraft(new LocalDraft(key), {
        key: 'reply.c1',
        client_id,
        save: async ({ base_revision, keep_replaced, content }, { signal }) => {
          server.saves += 1
          if (!server.online) throw new ApiError({ status: 0, message: 'No connection' })
          if (base_revision !== current.revision) {
            const data = JSON.parse(JSON.stringify({ ...current, conversation_uuid: null, key: serverKey }))
            throw new ApiError({ status: 409, message: 'Changed', data })
          }
          if (keep_replaced && current.content) versions.push(current.content.html)
          const isEmpty = content.html.replace(/<[^>]*>/g, '') === ''
          const saved = server.put(isEmpty ? null : structuredClone(content), { client_id })
          await server.delay
          signal.throwIfAborted()
          return saved
        },
        get: async () => {
          if (!server.online) throw new ApiError({ status: 0, message: 'No connection' })
          return current
        },
        keepVersion: async (content) => versions.push(content.html),
        hasFocus: () => server.focused === client_id,
        onSent: () => {},
      })
    },
  }
  return server
}
const serverKey = 'reply.00000000-0000-4000-8000-000000000001'
const settle = () => vi.advanceTimersByTimeAsync(1500)
const type = (draft: SyncedDraft, text: string) => draft.change({ html: `<p>${text}</p>` })
const htmlOf = (draft: SyncedDraft) => draft.getCurrent().html

test('a draft is saved here first and on the server soon after, with few requests', async () => {
  const server = startServer()
  const draft = server.open('a')
  for (const text of ['H', 'He', 'Hel', 'Hello']) type(draft, text)
  await vi.advanceTimersByTimeAsync(400)
  expect([readDraft(key)?.html, readDraftSync(key)]).toEqual(['<p>Hello</p>', { base: null, unsaved: true }])
  await settle()
  expect(server.current).toMatchObject({ revision: 1, content: withText('Hello') })
  expect(server.saves).toBe(1)
  expect(readDraftSync(key)).toEqual({ base: 1, unsaved: false })
  expect(draft.state.get().saveState).toBe('saved')
})

test('text typed while a save is under way is saved afterwards', async () => {
  const server = startServer()
  const draft = server.open('a')
  const { promise, resolve } = Promise.withResolvers<void>()
  server.delay = promise
  type(draft, 'one')
  await settle()
  type(draft, 'one two')
  await settle()
  expect(server.saves).toBe(1)
  resolve()
  await settle()
  expect(server.current).toMatchObject({ revision: 2, content: withText('one two') })
})

test('a draft stored before drafts were on the server is uploaded when it is opened', async () => {
  saveDraft(key, withText('Old'))
  const server = startServer()
  const draft = server.open('a')
  draft.reset(draft.readStored())
  await settle()
  expect(server.current.content).toMatchObject(withText('Old'))
})

test('without a connection it is kept in this browser, and saved when the connection returns', async () => {
  const server = startServer()
  const draft = server.open('a')
  server.online = false
  type(draft, 'Offline')
  await settle()
  expect(draft.state.get().saveState).toBe('local')
  expect(readDraftSync(key)).toEqual({ base: null, unsaved: true })
  server.online = true
  draft.flush()
  await settle()
  expect(server.current.content).toMatchObject(withText('Offline'))
  expect(draft.state.get().saveState).toBe('saved')
})

test('a reload after the answer got lost finds its own save, and asks nothing', async () => {
  const server = startServer()
  saveDraft(key, withText('Hello'), { base: 4, unsaved: true })
  for (let n = 0; n < 4; n++) server.put(withText(`${n}`))
  server.put(withText('Hello'))
  const draft = server.open('a')
  draft.reset(draft.readStored())
  await settle()
  expect(draft.state.get().conflict).toBeNull()
  expect(readDraftSync(key)).toEqual({ base: 5, unsaved: false })
})

test('a tab without unsaved changes shows what another device wrote', async () => {
  const server = startServer()
  const draft = server.open('a')
  const { revision } = server.put(withText('From the phone'))
  await draft.check(revision)
  expect(htmlOf(draft)).toBe('<p>From the phone</p>')
  expect(draft.state.get()).toMatchObject({ adopted: 1, conflict: null })
  server.put(null)
  await draft.check(null)
  expect(draft.getCurrent()).toEqual(emptyDraft)
  expect(readDraft(key)).toBeNull()
})

test('the tab with the focus wins; the other text is kept as an older version', async () => {
  const server = startServer()
  const draft = server.open('a')
  server.focused = 'a'
  server.put(withText('Theirs'))
  type(draft, 'Mine')
  await settle()
  expect(server.current).toMatchObject({ revision: 2, content: withText('Mine') })
  expect(server.versions).toEqual(['<p>Theirs</p>'])
  expect(draft.state.get().conflict).toBeNull()
})

test('a tab without the focus asks, and keeps its text on the server meanwhile', async () => {
  for (const choice of ['keepMine', 'useTheirs'] as const) {
    const server = startServer()
    const draft = server.open('a')
    type(draft, 'Mine')
    server.put(withText('Theirs'))
    await settle()
    expect(draft.state.get().conflict).toBe('changed')
    expect([htmlOf(draft), server.versions]).toEqual(['<p>Mine</p>', ['<p>Mine</p>']])
    draft[choice]()
    await settle()
    const text = choice === 'keepMine' ? 'Mine' : 'Theirs'
    expect(server.current.content).toMatchObject(withText(text))
    expect(htmlOf(draft)).toBe(`<p>${text}</p>`)
    expect(draft.state.get().conflict).toBeNull()
    if (choice === 'keepMine') expect(server.versions).toContain('<p>Theirs</p>')
    draft.clear()
  }
})

test('going on typing decides a conflict', async () => {
  const server = startServer()
  const draft = server.open('a')
  type(draft, 'Mine')
  server.put(withText('Theirs'))
  await settle()
  type(draft, 'Mine, continued')
  await settle()
  expect(draft.state.get().conflict).toBeNull()
  expect(server.current.content).toMatchObject(withText('Mine, continued'))
  expect(server.versions).toContain('<p>Theirs</p>')
})

test('two tabs of one browser: both texts survive, whichever is killed', async () => {
  const server = startServer()
  const [a, b] = [server.open('a'), server.open('b')]
  server.online = false
  type(a, 'In A')
  type(b, 'In B')
  await settle()
  server.online = true
  server.focused = 'a'
  a.flush()
  await settle()
  b.flush()
  await settle()
  expect(server.current.content).toMatchObject(withText('In A'))
  expect(b.state.get().conflict).toBe('changed')
  expect(server.versions).toEqual(['<p>In B</p>'])
})

test('after sending nothing is saved, not even by a request under way', async () => {
  const server = startServer()
  const draft = server.open('a')
  type(draft, 'Hello')
  expect(draft.beginSending()).toEqual({ key: 'reply.c1', revision: null, attempt: null })
  await settle()
  expect(server.saves).toBe(0)
  server.put(null, { sent: true })
  draft.clear()
  draft.reset(emptyDraft)
  await settle()
  expect(server.saves).toBe(0)
  type(draft, 'Next')
  await settle()
  expect(server.current).toMatchObject({ revision: 2, content: withText('Next') })
})

test('what is written while a message is being sent becomes the next draft', async () => {
  const server = startServer()
  const draft = server.open('a')
  type(draft, 'Hello')
  draft.beginSending()
  expect([draft.getCurrent(), readDraft(key)]).toEqual([emptyDraft, null])
  type(draft, 'And')
  await settle()
  expect([server.saves, readDraft(key)?.html], 'stored, in this browser only').toEqual([0, '<p>And</p>'])
  // Its author leaves the conversation and comes back.
  draft.close()
  const again = server.open('b')
  expect(htmlOf(again)).toBe('<p>And</p>')
  type(again, 'And more')
  again.flush()
  server.put(null, { sent: true })
  draft.clear()
  again.reset(again.readStored())
  await settle()
  expect(server.current.content).toMatchObject(withText('And more'))
  expect(again.state.get().conflict).toBeNull()
  expect(readNextDraft(key)).toBeNull()
})

test('what is written while a send fails changes nothing about that message, and waits until it is sent', async () => {
  const server = startServer()
  const draft = server.open('a')
  type(draft, 'Hello')
  draft.change({ attempt: { key: 'try', print: 'p' } })
  draft.beginSending()
  type(draft, 'And')
  draft.change({ files: [file] })
  draft.resume()
  expect(draft.getCurrent()).toEqual({ ...withText('Hello'), attempt: { key: 'try', print: 'p' } })
  await settle()
  expect(server.current.content).toMatchObject({ html: '<p>Hello</p>' })
  expect(readNextDraft(key)).toEqual({ ...withText('And'), files: [file] })

  draft.beginSending()
  expect(htmlOf(draft)).toBe('<p>And</p>')
  server.put(null, { sent: true, sent_attempt: 'try' })
  draft.clear()
  draft.reset(draft.readStored())
  await settle()
  expect(server.current.content).toEqual({ ...withText('And'), files: [file] })
})

test('a draft that was sent elsewhere disappears, unless it was changed here since', async () => {
  const server = startServer()
  const draft = server.open('a')
  type(draft, 'Hello')
  await settle()
  server.put(null, { sent: true })
  server.focused = 'a'
  type(draft, 'Hello and more')
  await settle()
  expect(draft.state.get().conflict, 'even with the focus').toBe('sent')
  type(draft, 'Hello and even more')
  await settle()
  expect(server.current.content).toBeNull()
  draft.keepMine()
  await settle()
  expect(server.current.content).toMatchObject(withText('Hello and even more'))

  server.put(null, { sent: true })
  await draft.check(null)
  expect(draft.getCurrent()).toEqual(emptyDraft)
})

test('a send whose answer got lost is not saved as a draft again', async () => {
  const server = startServer()
  const draft = server.open('a')
  type(draft, 'Hello')
  draft.change({ attempt: { key: 'try', print: 'p' } })
  const sent = draft.beginSending()
  expect(sent.attempt).toBe('try')
  server.put(null, { sent: true, sent_attempt: 'try' })
  draft.resume()
  await settle()
  expect(server.current.content).toBeNull()
  expect(draft.state.get().conflict).toBe('sent')
  // Retrying is the same request.
  expect(draft.beginSending()).toEqual(sent)
})

test('an editor that is gone overwrites nothing', async () => {
  const server = startServer()
  const draft = server.open('a')
  type(draft, 'Old')
  server.put(withText('Newer'), { client_id: 'a' })
  server.focused = 'a'
  draft.close()
  await settle()
  expect(server.current.content).toMatchObject(withText('Newer'))
  expect(readDraft(key)?.html).toBe('<p>Old</p>')
})

test('a change that changes nothing is not saved', async () => {
  const server = startServer()
  const draft = server.open('a')
  draft.change({ html: '', fields: {} })
  await settle()
  expect([server.saves, draft.getCurrent()]).toEqual([0, emptyDraft])
})
