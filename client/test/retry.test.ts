import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { backoffMs } from '../src/retry.ts'
import { startClientWorkspace } from './client-workspace.ts'

let w: Awaited<ReturnType<typeof startClientWorkspace>>
let parley: Awaited<ReturnType<typeof w.client>>['viaProxy']
beforeAll(async () => {
  w = await startClientWorkspace()
  parley = (await w.client()).viaProxy
})
beforeEach(() => {
  w.proxy.faults.length = 0
  w.proxy.seen.length = 0
})
afterAll(() => w.stop())

const tags = async (name: string) => (await parley.listTags()).filter((tag) => tag.name === name).length

test('a POST whose answer was lost is sent again with its key, gets the first answer, and is done once', async () => {
  w.proxy.faults.push('lose', 'cut', { status: 503 })
  const made = await parley.createTag({ body: { name: 'once' } })
  expect(w.proxy.seen).toHaveLength(4)
  expect(new Set(w.proxy.seen.map(({ key }) => key)).size).toBe(1)
  expect(w.proxy.seen[0]?.key).toBeDefined()
  expect(made.name).toBe('once')
  expect(await tags('once')).toBe(1)
})

test('a key that the caller keeps makes two calls one', async () => {
  const idempotency_key = crypto.randomUUID()
  const first = await parley.createTag({ body: { name: 'kept' } }, { idempotency_key })
  const again = await parley.createTag({ body: { name: 'kept' } }, { idempotency_key })
  expect(again.id).toBe(first.id)
})

test('what has no key is not sent twice when nobody knows whether it was done', async () => {
  const inbox = await w.t.make.inbox()
  const enabled = async () => (await parley.listInboxes()).find(({ id }) => id === inbox.id)?.enabled
  const before = await enabled()
  w.proxy.faults.push('lose')
  await expect(parley.toggleInbox({ id: inbox.id })).rejects.toMatchObject({ name: 'ParleyUnreachable' })
  expect(await enabled()).toBe(!before)
  w.proxy.faults.push({ status: 503 })
  await expect(parley.toggleInbox({ id: inbox.id })).rejects.toMatchObject({ status: 503 })
  expect(await enabled()).toBe(!before)
  // Too many says that nothing was done.
  w.proxy.faults.push({ status: 429, headers: { 'retry-after': '0' } })
  await parley.toggleInbox({ id: inbox.id })
  expect(await enabled()).toBe(before)
  // Asks another server each time, and takes no key.
  w.proxy.faults.push('cut')
  const test = parley.testInbox({ body: { config: { imap: [], smtp: [] } } })
  await expect(test).rejects.toMatchObject({ name: 'ParleyUnreachable' })
})

test('reading is tried again until the tries are spent, and never a refusal that would be the same', async () => {
  w.proxy.faults.push('cut', { status: 502 }, { status: 504 })
  expect((await parley.getMe()).type).toBe('agent')
  expect(w.proxy.seen).toHaveLength(4)
  w.proxy.seen.length = 0
  w.proxy.faults.push({ status: 503 }, { status: 503 }, { status: 503 }, { status: 503 })
  await expect(parley.getMe()).rejects.toMatchObject({ status: 503 })
  expect(w.proxy.seen).toHaveLength(4)
  w.proxy.seen.length = 0
  await expect(parley.getTeam({ id: 999_999 })).rejects.toMatchObject({ status: 404 })
  w.proxy.faults.push({ status: 500 })
  await expect(parley.getMe()).rejects.toMatchObject({ status: 500 })
  expect(w.proxy.seen).toHaveLength(2)
  // Told to wait for an hour, it tells its caller instead.
  w.proxy.faults.push({ status: 429, headers: { 'retry-after': '3600' } })
  await expect(parley.getMe()).rejects.toMatchObject({ status: 429, retry_after_s: 3600 })
})

test('waits grow, are scattered, have an end, and follow what the server asks for', () => {
  const unknown = { status: null, retry_after_s: null }
  expect([1, 2, 3].map((attempt) => backoffMs(attempt, unknown, 1))).toEqual([250, 500, 1000])
  expect(backoffMs(3, unknown, 0)).toBe(500)
  expect(backoffMs(30, unknown, 1)).toBe(30_000)
  expect(backoffMs(1, { status: 429, retry_after_s: 7 }, 0)).toBe(7000)
})
