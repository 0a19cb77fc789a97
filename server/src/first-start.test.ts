import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from './testing/test-app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  admin = await t.as(
    await t.db
      .selectFrom('agents')
      .select('id')
      .where('email', '=', 'ada@parley.test')
      .executeTakeFirstOrThrow(),
  )
})
afterAll(() => t.stop())

const read = async (path: string) => (await admin.get(`/api/v1/${path}`)).body.data

// Forms of existing clients reject an empty or missing string in these fields, so no one could save them unchanged.
test.each([
  ['roles', ['name', 'description']],
  ['statuses', ['name']],
  ['priorities', ['name']],
  ['sla', ['name', 'description', 'first_response_time', 'next_response_time', 'resolution_time']],
  ['business-hours', ['name', 'description']],
  ['templates?type=email_outgoing', ['name', 'body']],
  ['templates?type=email_notification', ['name', 'subject', 'body']],
  ['ai/prompts', ['title', 'key']],
])('the first %s have real values', async (path, fields) => {
  const rows = await read(path)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows)
    for (const field of fields) expect(row[field], `${field} of ${row.name ?? row.title}`).toMatch(/\S/)
})

test('optional texts are never null', async () => {
  for (const row of await read('templates?type=email_outgoing')) expect(row.subject).toBe('')
  const created = await admin.post('/api/v1/business-hours', { name: 'Always', is_always_open: true })
  expect(created.body.data.description).toBe('')
  const template = { name: 'Plain', type: 'email_outgoing', body: '{{ content }}', subject: null }
  expect((await admin.post('/api/v1/templates', template)).body.data.subject).toBe('')
})

test('a favicon is a URL or left out', async () => {
  for (const path of ['settings/general', 'config'])
    expect(await read(path)).not.toHaveProperty(['app.favicon_url'])
  const anonymous = await t.send({ method: 'GET', url: '/api/v1/settings/general' })
  expect(anonymous.body.data).not.toHaveProperty(['app.favicon_url'])
  const favicon = 'https://example.com/icon.png'
  const settings = await read('settings/general')
  await admin.put('/api/v1/settings/general', { ...settings, 'app.favicon_url': favicon })
  for (const path of ['settings/general', 'config'])
    expect((await read(path))['app.favicon_url']).toBe(favicon)
})

test('an upgrade gives untouched defaults real values and leaves changed ones alone', async () => {
  const migration = await readFile(new URL('../migrations/0046_real_defaults.sql', import.meta.url), 'utf8')
  await t.db.transaction().execute(async (tx) => {
    await sql`alter table business_hours alter column description drop not null, alter column description drop default`.execute(
      tx,
    )
    await sql`
      update sla_policies set description = '';
      update business_hours set description = null, updated_at = created_at where name = 'Office hours';
      insert into sla_policies (created_at, updated_at, name, first_response_time)
        values (now(), now() + interval '1 day', 'Standard', '1h');
      insert into business_hours (created_at, updated_at, name, description, is_always_open)
        values (now(), now(), 'Ours', null, true), (now(), now(), 'Office hours', 'Kept', true)`.execute(tx)
    await sql.raw(migration).execute(tx)
  })
  const texts = async (path: string) =>
    (await read(path)).map((row: { description: string }) => row.description).sort()
  expect(await texts('sla')).toEqual(['', 'Target times for replies and resolution'])
  expect(await texts('business-hours')).toEqual(['', '', 'Kept', 'When the team is available'])
})
