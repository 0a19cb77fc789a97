import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromDatabaseError } from '../http/errors.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import type { Db } from './pool.ts'
import { readGauges } from './read-gauges.ts'
import { statementTimeoutMs, withStatementTimeout } from './statement-timeout.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

test('a list query is cancelled after five seconds with an explanation', async () => {
  const browser = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  await t.make.conversation({ subject: 'Fax', email: 'anna@fax.test' })
  // Contacts that are slow to read. A lock would do it too, but its transaction would hold back the events of every database on the
  // server.
  await sql`alter table contacts rename to contacts_at_once`.execute(t.db)
  await sql`create view contacts as
    with slowly as materialized (select pg_sleep(${sql.lit(statementTimeoutMs / 1000 + 10)}))
    select k.* from slowly, contacts_at_once k`.execute(t.db)
  const filters = (field: string, model: string) =>
    encodeURIComponent(JSON.stringify([{ model, field, operator: 'contains', value: 'x' }]))
  const replies = await Promise.all([
    browser.get(`/api/v1/conversations/all?filters=${filters('subject', 'conversations')}`),
    browser.get('/api/v1/contacts?search=anna'),
    browser.get(`/api/v1/contacts?filters=${filters('email', 'users')}`),
  ])
  for (const reply of replies)
    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining('too long') } })
}, 30_000)

const cancelled = (db: Db) =>
  sql.raw(`do $$ begin raise exception 'too slow' using errcode = '57014'; end $$`).execute(db)
const responseOf = (work: Promise<unknown>) => work.catch(fromDatabaseError)

test('a search that takes too long should be narrowed, anything else can be tried again', async () => {
  expect(await responseOf(withStatementTimeout(t.db, cancelled))).toMatchObject({
    status: 400,
    message: expect.stringContaining('Use fewer filters'),
  })
  const slow = { status: 503, message: expect.stringContaining('Try again'), retry_after_s: 5 }
  expect(await responseOf(readGauges(t.db, cancelled))).toMatchObject(slow)
  expect(await responseOf(cancelled(t.db))).toMatchObject(slow)
})
