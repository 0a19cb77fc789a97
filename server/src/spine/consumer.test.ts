import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { waitUntilEventsReadable } from '../testing/wait-for-events.ts'
import { eventually } from '../testing/web-sockets.ts'
import { type Consumer, consumeOnce, runConsumer } from './consumer.ts'
import { getEndPosition, readEvents } from './read-events.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const record = (count: number, mark: string) =>
  t.act(t.system, async (tx) => {
    for (let n = 0; n < count; n++)
      await tx.record({ type: 'test.noted', object: { type: 'test', id: null }, data: { mark, n } })
  })

const markOf = (event: { data: unknown }) => (event.data as { mark?: string }).mark // as recorded above

/** A consumer that writes a row per event, in its own transaction. */
function reader(name: string, before: (batch: number) => void = () => {}): Consumer {
  let batch = 0
  return {
    name,
    async handle(tx, events) {
      before(++batch)
      for (const event of events)
        await tx.db
          .insertInto('parked_work')
          .values({ kind: name, created_at: t.clock.now(), reason: `${event.id}` })
          .execute()
    },
  }
}
const handled = async (name: string) =>
  (
    await t.db.selectFrom('parked_work').select('reason').where('kind', '=', name).orderBy('id').execute()
  ).map((row) => Number(row.reason))
const recorded = async (mark: string) =>
  (
    await t.db
      .selectFrom('events')
      .select(['id', 'data'])
      .where('type', '=', 'test.noted')
      .orderBy('id')
      .execute()
  )
    .filter((event) => markOf(event) === mark)
    .map((event) => event.id)

test('a new consumer starts with new events and then misses none', async () => {
  await record(3, 'before')
  await waitUntilEventsReadable(t.db)
  const consumer = reader('from now on')
  expect(await consumeOnce(t, consumer)).toBe(0)
  await record(5, 'after')
  await waitUntilEventsReadable(t.db)
  await consumeOnce(t, consumer)
  expect(await handled('from now on')).toEqual(await recorded('after'))
  expect(await consumeOnce(t, consumer)).toBe(0)
})

test('a consumer that crashes within a batch repeats nothing and loses nothing', async () => {
  const dying = reader('dying', (batch) => {
    if (batch === 2) throw new Error('killed')
  })
  await waitUntilEventsReadable(t.db)
  await consumeOnce(t, dying)
  await record(1200, 'many')
  await waitUntilEventsReadable(t.db)
  await consumeOnce(t, dying)
  const half = await handled('dying')
  expect(half).toHaveLength(500)
  await expect(consumeOnce(t, dying)).rejects.toThrow('killed')
  expect(await handled('dying')).toEqual(half)

  const reborn = reader('dying')
  while ((await consumeOnce(t, reborn)) > 0);
  expect(await handled('dying')).toEqual(await recorded('many'))
})

test('two nodes share a consumer without handling anything twice', async () => {
  await waitUntilEventsReadable(t.db)
  await consumeOnce(t, reader('shared'))
  await record(700, 'shared')
  await waitUntilEventsReadable(t.db)
  const node = async () => {
    for (let n = 0; n < 6; n++) await consumeOnce(t, reader('shared'))
  }
  await Promise.all([node(), node(), node()])
  expect(await handled('shared')).toEqual(await recorded('shared'))
})

test('an event that commits late with a smaller id is still read, in order', async () => {
  const start = await getEndPosition(t.db)
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
  const { promise: hasWritten, resolve: markWritten } = Promise.withResolvers<void>()
  const slow = t.act(t.system, async (tx) => {
    await tx.record({ type: 'test.noted', object: { type: 'test', id: null }, data: { mark: 'late', n: 0 } })
    markWritten()
    await mayCommit
  })
  await hasWritten
  await record(1, 'late')
  const noted = async () =>
    (await readEvents(t.db, start, 1000))
      .filter((event) => markOf(event) === 'late')
      .map((event) => (event.data as { n: number }).n)
  expect(await noted(), 'the newer event waits for the older one').toEqual([])
  commit()
  await slow
  await waitUntilEventsReadable(t.db)
  expect(
    (await readEvents(t.db, start, 1000))
      .filter((event) => markOf(event) === 'late')
      .map((event) => event.id),
  ).toEqual(await recorded('late'))
})

test('a running consumer reacts to a commit and stops on request', async () => {
  const stop = runConsumer(t, reader('running'))
  await eventually(
    async () =>
      (await t.db.selectFrom('event_consumers').select('name').where('name', '=', 'running').execute())
        .length === 1,
  )
  await record(2, 'running')
  await eventually(async () => (await handled('running')).length === 2)
  await stop()
  await record(2, 'running')
  await waitUntilEventsReadable(t.db)
  expect(await handled('running')).toHaveLength(2)
})

test('the end position is the newest transaction, not the largest id as text', async () => {
  await t.db.deleteFrom('events').execute()
  for (const xid of ['99', '100'])
    await sql`insert into events (xid, at, type, actor_kind, object_type) values (${xid}::xid8, ${t.clock.now()}, 'test.noted', 'system', 'test')`.execute(
      t.db,
    )
  expect((await getEndPosition(t.db)).xid).toBe('100')
})
