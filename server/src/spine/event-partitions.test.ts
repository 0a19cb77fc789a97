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

test('events are stored in the partition of their year; that of the next one exists two months before', async () => {
  const start = () => ensureUntil('2031-11-30T23:59:59Z', 'events_2032')
  await Promise.all([start(), start(), start()])
  expect(await write('2031-01-01T00:00:00Z')).toBe('events_2031')
  expect(await write('2031-12-31T23:59:59Z')).toBe('events_2031')
  expect(await write('2032-12-31T12:00:00Z')).toBe('events_2032')
  expect(await write('2033-01-01T00:00:00Z')).toBe('events_default')
  await ensureUntil('2040-10-31T12:00:00Z', 'events_2040')
  expect(await exists('events_2041')).toBe(false)
})

test('a year that already has events in the default partition stays there', async () => {
  expect(await write('2035-03-05T12:00:00Z')).toBe('events_default')
  await ensureUntil('2035-11-06T12:00:00Z', 'events_2036')
  expect(await write('2035-11-07T12:00:00Z')).toBe('events_default')
  expect(await write('2036-04-01T12:00:00Z')).toBe('events_2036')
})

test('a year that began with a partition per month goes on with them', async () => {
  await sql`create table events_2044_01 partition of events for values from ('2044-01-01Z') to ('2044-02-01Z')`.execute(
    app.db,
  )
  await ensureUntil('2044-11-10T12:00:00Z', 'events_2045')
  expect(await write('2044-11-30T12:00:00Z')).toBe('events_2044_11')
  expect(await write('2044-12-01T12:00:00Z')).toBe('events_2044_12')
})

test('while the table is read for long, partitions wait for the next time, and nobody who writes events does', async () => {
  const backup = new pg.Client(app.connectionString)
  await backup.connect()
  onTestFinished(() => backup.end())
  await backup.query('begin; lock table events in access share mode')
  const at = '2038-01-15T12:00:00Z'
  await ensureEventPartitions(app.db, new Date(at))
  await backup.query('commit')
  expect(await exists('events_2038')).toBe(false)
  await ensureUntil(at, 'events_2038')
})
