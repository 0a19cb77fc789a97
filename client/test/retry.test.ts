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

test('a POST whose response was lost is retried with its key, returns the first response, and runs once', async () => {
  w.proxy.faults.push('lose', 'cut', { status: 503 })
  const created = await parley.createTag({ body: { name: 'once' } })
  expect(w.proxy.seen).toHaveLength(4)
  expect(new Set(w.proxy.seen.map(({ key }) => key)).size).toBe(1)
  expect(w.proxy.seen[0]?.key).toBeDefined()
  expect(created.name).toBe('once')
  expect(await tags('once')).toBe(1)
})

test("a caller's own idempotency key makes two calls one", async () => {
  const idempotency_key = crypto.randomUUID()
  const first = await parley.createTag({ body: { name: 'kept' } }, { idempotency_key })
  const repeated = await parley.createTag({ body: { name: 'kept' } }, { idempotency_key })
  expect(repeated.id).toBe(first.id)
})

test('a call without a key is not retried if it may have been processed', async () => {
  const inbox = await w.t.make.inbox()
  const enabled = async () => (await parley.listInboxes()).find(({ id }) => id === inbox.id)?.enabled
  const before = await enabled()
  w.proxy.faults.push('lose')
  await expect(parley.toggleInbox({ id: inbox.id })).rejects.toMatchObject({ name: 'ParleyUnreachable' })
  expect(await enabled()).toBe(!before)
  w.proxy.faults.push({ status: 503 })
  await expect(parley.toggleInbox({ id: inbox.id })).rejects.toMatchObject({ status: 503 })
  expect(await enabled()).toBe(!before)
  // 429 guarantees that nothing was done.
  w.proxy.faults.push({ status: 429, headers: { 'retry-after': '0' } })
  await parley.toggleInbox({ id: inbox.id })
  expect(await enabled()).toBe(before)
  // Calls another server every time, so it does not support keys.
  w.proxy.faults.push('cut')
  const test = parley.testInbox({ body: { config: { imap: [], smtp: [] } } })
  await expect(test).rejects.toMatchObject({ name: 'ParleyUnreachable' })
})

test('reads are retried until the attempts are used up, but permanent errors are not', async () => {
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
  // A Retry-After of an hour fails the call instead.
  w.proxy.faults.push({ status: 429, headers: { 'retry-after': '3600' } })
  await expect(parley.getMe()).rejects.toMatchObject({ status: 429, retry_after_s: 3600 })
})

test('back-off grows with jitter up to a maximum and honours Retry-After', () => {
  const unknown = { status: null, retry_after_s: null }
  expect([1, 2, 3].map((attempt) => backoffMs(attempt, unknown, 1))).toEqual([250, 500, 1000])
  expect(backoffMs(3, unknown, 0)).toBe(500)
  expect(backoffMs(30, unknown, 1)).toBe(30_000)
  expect(backoffMs(1, { status: 429, retry_after_s: 7 }, 0)).toBe(7000)
})
