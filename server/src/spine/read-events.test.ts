import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { createDb, createPool } from '../db/pool.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
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
const readMarks = async (after: Position) =>
  (await readEvents(t.db, after, 1000)).map((event) => (event.data as { mark?: string }).mark) // as recorded by `note`

test('a transaction in another database of the server does not hold back events', async () => {
  const foreign = await connect(inject('database_url'))
  await openTransaction(foreign)
  const start = await getEndPosition(t.db)
  await note('beside a foreign transaction')
  expect(await readMarks(start)).toEqual(['beside a foreign transaction'])
  expect(await getEndPosition(t.db)).not.toEqual(start)
})

test('a transaction in this database holds back later events until it ends', async () => {
  const [foreign, own] = [await connect(inject('database_url')), await connect(t.connectionString)]
  const start = await getEndPosition(t.db)
  await openTransaction(foreign)
  await openTransaction(own)
  await note('beside our own transaction')
  expect(await readMarks(start)).toEqual([])
  expect(await getEndPosition(t.db)).toEqual(start)
  await own.query('commit')
  expect(await readMarks(start)).toEqual(['beside our own transaction'])
})

test('a transaction does not read its own events as if they were complete', async () => {
  const start = await getEndPosition(t.db)
  await t.act(t.system, async (tx) => {
    await tx.record({ type: 'test.noted', object: { type: 'test', id: null }, data: { mark: 'own' } })
    expect(await readEvents(tx.db, start, 10)).toEqual([])
  })
  expect(await readMarks(start)).toEqual(['own'])
})

test('a role without monitoring privileges recognises transactions in other databases as well', async () => {
  const foreign = await connect(inject('database_url'))
  const start = await getEndPosition(t.db)
  const url = new URL(t.connectionString)
  url.username = `${url.pathname.slice(1)}_reader`
  await foreign.query(`create role ${url.username} login`)
  try {
    await t.pool.query(`grant select on events to ${url.username}`)
    const guestDb = createDb(createPool(url.href, 1))
    await openTransaction(foreign)
    await note('read as a guest')
    expect(await readEvents(guestDb, start, 10)).toHaveLength(1)
    await guestDb.destroy()
  } finally {
    await t.pool.query(`revoke all on events from ${url.username}`)
    await foreign.query(`drop role ${url.username}`)
  }
})

test('a reader that follows concurrent transactions misses none of their events', async () => {
  const start = await getEndPosition(t.db)
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
