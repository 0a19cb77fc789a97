import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { waitUntilEventsReadable } from '../testing/wait-for-events.ts'
import { consumeOnce } from './consumer.ts'
import { getEndPosition, isAfter, isFuturePosition, readEvents } from './read-events.ts'
import { raiseSpineOffset } from './spine-offset.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const note = (mark: string) =>
  t.act(t.system, (tx) =>
    tx.record({ type: 'test.noted', object: { type: 'test', id: null }, data: { mark } }),
  )
const readOffset = async () => (await t.pool.query('select spine_offset() as offset')).rows[0].offset

test('on the server where everything was written, nothing changes', async () => {
  await note('before')
  await raiseSpineOffset(t.db)
  expect(await readOffset()).toBe(0)
})

test('data from a server that was far ahead continues in order, and consumers go on where they were', async () => {
  const handled: string[] = []
  const consumer = {
    name: 'marks',
    handle: async (_: unknown, events: { type: string; data: unknown }[]) => {
      for (const { type, data } of events)
        if (type === 'test.noted') handled.push((data as { mark: string }).mark)
    },
  }
  await waitUntilEventsReadable(t.db)
  await consumeOnce(t, consumer)
  await note('handled')
  await waitUntilEventsReadable(t.db)
  await consumeOnce(t, consumer)
  await note('waiting')
  // As if all of it had been written where a billion transactions had run before.
  await t.pool.query(`update events set xid = (xid::text::bigint + 1000000000)::text::xid8`)
  await t.pool.query(`update event_consumers set xid = (xid::text::bigint + 1000000000)::text::xid8`)
  await raiseSpineOffset(t.db)
  await waitUntilEventsReadable(t.db)
  const end = await getEndPosition(t.db)
  await note('afterwards')
  await waitUntilEventsReadable(t.db)
  const [event] = await readEvents(t.db, end, 10)
  expect(event).toMatchObject({ data: { mark: 'afterwards' } })
  expect(event && isAfter(event, end)).toBe(true)
  expect(await isFuturePosition(t.db, await getEndPosition(t.db))).toBe(false)
  await consumeOnce(t, consumer)
  expect(handled).toEqual(['handled', 'waiting', 'afterwards'])
  const offset = await readOffset()
  await raiseSpineOffset(t.db)
  expect(await readOffset()).toBe(offset)
})
