import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { eventually } from '../testing/web-sockets.ts'
import { ensureEventPartitions } from './event-partitions.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const write = (at: string) =>
  sql<{ lies_in: string }>`insert into events (at, type, actor_kind, object_type)
    values (${at}, 'tag.created', 'system', 'tag') returning tableoid::regclass::text as lies_in`
    .execute(app.db)
    .then(({ rows }) => rows[0]?.lies_in)

const exists = async (partition: string) => {
  const { rows } = await sql<{ is: boolean }>`select to_regclass(${partition}) is not null as is`.execute(
    app.db,
  )
  return rows[0]?.is === true
}

/** As often as needed: it gives up while someone else has the table, such as autovacuum. */
const ensureUntil = (at: string, partition: string) =>
  eventually(async () => {
    await ensureEventPartitions(app.db, new Date(at))
    return exists(partition)
  })

test('events are stored in the partition of their month, including the next two months', async () => {
  const start = () => ensureUntil('2031-11-30T23:59:59Z', 'events_2032_01')
  await Promise.all([start(), start(), start()])
  expect(await write('2031-11-01T00:00:00Z')).toBe('events_2031_11')
  expect(await write('2031-12-31T23:59:59Z')).toBe('events_2031_12')
  expect(await write('2032-01-31T12:00:00Z')).toBe('events_2032_01')
  expect(await write('2032-02-01T00:00:00Z')).toBe('events_default')
})

test('a month that already has events in the default partition stays there', async () => {
  expect(await write('2035-03-05T12:00:00Z')).toBe('events_default')
  await ensureUntil('2035-03-06T12:00:00Z', 'events_2035_04')
  expect(await write('2035-03-07T12:00:00Z')).toBe('events_default')
  expect(await write('2035-04-01T12:00:00Z')).toBe('events_2035_04')
})

test('while the table is read for long, partitions wait for the next time, and nobody who writes events does', async () => {
  const backup = new pg.Client(app.connectionString)
  await backup.connect()
  onTestFinished(() => backup.end())
  await backup.query('begin; lock table events in access share mode')
  const at = '2036-01-15T12:00:00Z'
  await ensureEventPartitions(app.db, new Date(at))
  await backup.query('commit')
  expect(await exists('events_2036_01')).toBe(false)
  await ensureUntil(at, 'events_2036_01')
})
