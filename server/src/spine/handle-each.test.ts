import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { waitUntilEventsReadable } from '../testing/wait-for-events.ts'
import { handleEachInSavepoint } from './handle-each.ts'
import { getEndPosition, readEvents } from './read-events.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

test('an event that fails is rolled back and parked, and the others are still handled', async () => {
  const start = await getEndPosition(t.db)
  await t.act(t.system, async (tx) => {
    for (const n of [1, 2, 3])
      await tx.record({ type: 'test.noted', object: { type: 'test', id: null }, data: { n } })
  })
  await waitUntilEventsReadable(t.db)
  const events = await readEvents(t.db, start, 10)
  expect(events).toHaveLength(3)
  await t.act(t.system, (tx) =>
    handleEachInSavepoint(tx, 'trial', events, async (each, event) => {
      await each.record({ type: 'test.followed', object: { type: 'test', id: null }, data: {} })
      if (event === events[1]) throw new Error('no such thing')
    }),
  )
  const followed = await t.db
    .selectFrom('events')
    .select(['cause_id', 'depth'])
    .where('type', '=', 'test.followed')
    .orderBy('id')
    .execute()
  expect(followed).toEqual([events[0], events[2]].map((event) => ({ cause_id: event?.id, depth: 1 })))
  expect(
    await t.db
      .selectFrom('parked_work')
      .select(['reference', 'reason'])
      .where('kind', '=', 'trial')
      .execute(),
  ).toEqual([{ reference: { event_id: events[1]?.id, conversation_id: null }, reason: 'no such thing' }])
})
