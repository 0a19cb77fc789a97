import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { createDb, createPool } from '../db/pool.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { waitUntilEventsReadable } from '../testing/wait-for-events.ts'
import { getEndPosition, type Position, positionOf, readEvents } from './read-events.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const clients: pg.Client[] = []
const connect = async (connectionString: string) => {
  const client = new pg.Client(connectionString)
  await client.connect()
  clients.push(client)
  return client
}
afterEach(() => Promise.all(clients.splice(0).map((client) => client.end())))

/** The id of a transaction that stays open until the client ends. */
const openTransaction = async (client: pg.Client): Promise<string> => {
  await client.query('begin')
  return (await client.query('select pg_current_xact_id()::text as xid')).rows[0].xid
}
const note = (mark: string) =>
  t.act(t.system, (tx) =>
    tx.record({ type: 'test.noted', object: { type: 'test', id: null }, data: { mark } }),
  )
const endOfEvents = async (): Promise<Position> => {
  await waitUntilEventsReadable(t.db)
  return getEndPosition(t.db)
}
const readMarks = async (after: Position) =>
  (await readEvents(t.db, after, 1000)).map((event) => (event.data as { mark?: string }).mark) // as recorded by `note`

test('a transaction in another database of the server does not hold back events', async () => {
  const foreign = await connect(inject('database_url'))
  const start = await endOfEvents()
  await openTransaction(foreign)
  await note('beside a foreign transaction')
  // For a moment after a transaction in yet another database, the event may not be readable yet.
  await expect.poll(() => readMarks(start)).toEqual(['beside a foreign transaction'])
  await expect.poll(() => getEndPosition(t.db)).not.toEqual(start)
})

test('a transaction in this database holds back later events until it ends', async () => {
  const [foreign, own] = [await connect(inject('database_url')), await connect(t.connectionString)]
  const start = await endOfEvents()
  await openTransaction(foreign)
  await openTransaction(own)
  await note('beside our own transaction')
  expect(await readMarks(start)).toEqual([])
  expect(await getEndPosition(t.db)).toEqual(start)
  await own.query('commit')
  await expect.poll(() => readMarks(start)).toEqual(['beside our own transaction'])
})

test('a transaction does not read its own events as if they were complete', async () => {
  const start = await endOfEvents()
  await t.act(t.system, async (tx) => {
    await tx.record({ type: 'test.noted', object: { type: 'test', id: null }, data: { mark: 'own' } })
    expect(await readEvents(tx.db, start, 10)).toEqual([])
  })
  await waitUntilEventsReadable(t.db)
  expect(await readMarks(start)).toEqual(['own'])
})

test('a role without monitoring privileges recognises transactions in other databases as well', async () => {
  const foreign = await connect(inject('database_url'))
  const start = await endOfEvents()
  const url = new URL(t.connectionString)
  url.username = `${url.pathname.slice(1)}_reader`
  await foreign.query(`create role ${url.username} login`)
  try {
    await t.pool.query(`grant select on events to ${url.username}`)
    const guestDb = createDb(createPool(url.href, 1))
    await openTransaction(foreign)
    await note('read as a guest')
    await expect.poll(() => readEvents(guestDb, start, 10)).toHaveLength(1)
    await guestDb.destroy()
  } finally {
    await t.pool.query(`revoke all on events from ${url.username}`)
    await foreign.query(`drop role ${url.username}`)
  }
})

test('a reader that follows concurrent transactions misses none of their events', async () => {
  const start = await endOfEvents()
  const writers = await Promise.all(Array.from({ length: 6 }, () => connect(t.connectionString)))
  const foreign = await Promise.all(Array.from({ length: 3 }, () => connect(inject('database_url'))))
  let isWriting = true
  const interfere = foreign.map(async (client) => {
    while (isWriting) {
      await openTransaction(client)
      await pause(Math.random() * 4)
      await client.query('commit')
    }
  })
  const write = writers.map(async (client, writer) => {
    for (let n = 0; n < 60; n++) {
      await openTransaction(client)
      await pause(Math.random() * 4)
      await client.query(
        `insert into events (at, type, actor_kind, actor_id, object_type, data) values (now(), 'test.noted', 'system', $1, 'test', $2)`,
        [t.system.id, { mark: `${writer}.${n}` }],
      )
      await client.query('commit')
    }
  })
  const seen: number[] = []
  let position = start
  const follow = async () => {
    const events = await readEvents(t.db, position, 20)
    seen.push(...events.map(({ id }) => id))
    const last = events.at(-1)
    if (last) position = positionOf(last)
    return events.length
  }
  const writing = Promise.all(write).then(() => {
    isWriting = false
  })
  while (isWriting) await follow()
  await Promise.all([writing, ...interfere])
  await waitUntilEventsReadable(t.db)
  while ((await follow()) > 0);
  const all = await t.db
    .selectFrom('events')
    .select('id')
    .where('type', '=', 'test.noted')
    .where('xid', '>', start.xid)
    .execute()
  expect(seen.toSorted((a, b) => a - b)).toEqual(all.map(({ id }) => id).toSorted((a, b) => a - b))
  expect(seen).toHaveLength(360)
})

test('a connection plans the reading of events once, although partitions make each plan seem cheaper than the last', async () => {
  const client = await connect(t.connectionString)
  for (let reads = 0; reads < 3; reads++)
    await client.query('select id from read_events($1::xid8, $2, 500)', ['0', reads])
  const { rows } = await client.query<{ plans: string }>(
    `select count(*) as plans from pg_backend_memory_contexts where name = 'CachedPlan' and ident like '%from events%after_xid%'`,
  )
  // Plans for the values are thrown away after each call.
  expect(rows).toEqual([{ plans: 1 }])
})
