import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
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

test('events are stored in the partition of their month, including the next two months', async () => {
  const start = () => ensureEventPartitions(app.db, new Date('2031-11-30T23:59:59Z'))
  await Promise.all([start(), start(), start()])
  expect(await write('2031-11-01T00:00:00Z')).toBe('events_2031_11')
  expect(await write('2031-12-31T23:59:59Z')).toBe('events_2031_12')
  expect(await write('2032-01-31T12:00:00Z')).toBe('events_2032_01')
  expect(await write('2032-02-01T00:00:00Z')).toBe('events_default')
})

test('a month that already has events in the default partition stays there', async () => {
  expect(await write('2035-03-05T12:00:00Z')).toBe('events_default')
  await ensureEventPartitions(app.db, new Date('2035-03-06T12:00:00Z'))
  expect(await write('2035-03-07T12:00:00Z')).toBe('events_default')
  expect(await write('2035-04-01T12:00:00Z')).toBe('events_2035_04')
})
