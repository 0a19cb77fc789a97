import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueBackfill } from '../../backfills/read-backfills.ts'
import { backfills } from '../../backfills/registry.ts'
import { startNodeReports } from '../../nodes/node-report.ts'
import { createReadiness, ok } from '../../readiness.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { testClock } from '../../testing/test-clock.ts'
import { startTestEngines } from '../../testing/test-engines.ts'
import { eventually } from '../../testing/web-sockets.ts'
import { checks } from './doctor/checks.ts'
import { startRequestRecording } from './history/record-requests.ts'
import { takeSample } from './history/take-sample.ts'
import { readUnfinishedBackfills } from './status/read-backfills.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
const readiness = createReadiness(testClock())
beforeAll(async () => {
  t = await startTestApp({ readiness, update_url: 'https://releases.example/parley.json' })
  readiness.register({ name: 'database', check: () => ok('It responds') })
  admin = await t.as(await t.make.agent({ permissions: ['general_settings:manage'] }))
})
afterAll(async () => {
  readiness.stop()
  await t.stop()
})

const status = async () => (await admin.get('/api/v1/system')).body.data
const history = async (days = 7) => (await admin.get(`/api/v1/system/history?days=${days}`)).body.data

test('the status has health, versions, this node and what waits', async () => {
  await t.make.conversation()
  const body = await status()
  expect(body.health).toMatchObject({
    status: 'ok',
    parts: expect.arrayContaining([expect.objectContaining({ name: 'database' })]),
  })
  expect(body.versions).toEqual({
    parley: 'test',
    schema: expect.stringMatching(/^\d{4}$/),
    node: process.versions.node,
    postgresql: expect.stringMatching(/^\d/),
  })
  expect(body.checks_for_updates).toBe(true)
  expect(body.nodes).toMatchObject([{ id: t.node.id, pid: process.pid, is_alive: true, disk: null }])
  expect(body.queues.map(({ name }: { name: string }) => name)).toEqual([
    'incoming_mail',
    'replies',
    'notifications',
    'webhooks',
    'jobs',
  ])
  expect(body.sizes.tables.length).toBe(8)
  expect(body.sizes.database_bytes).toBeGreaterThan(body.sizes.tables[0].bytes)
})

test('what is slow to read hides only itself', async () => {
  // A lock would do it too, but its transaction would hold back the events of every database on the server.
  const tables = ['mail_deliveries', 'event_consumers'].map((name) => sql.raw(name))
  for (const table of tables) {
    await sql`alter table ${table} rename to ${table}_at_once`.execute(t.db)
    await sql`create view ${table} as
      with slowly as materialized (select pg_sleep(10)) select d.* from slowly, ${table}_at_once d`.execute(
      t.db,
    )
  }
  const body = await status()
  for (const table of tables) {
    await sql`drop view ${table}`.execute(t.db)
    await sql`alter table ${table}_at_once rename to ${table}`.execute(t.db)
  }
  expect(body).toMatchObject({ queues: null, consumers: null, backfills: [], nodes: [{ is_alive: true }] })
  expect((await status()).queues).toHaveLength(5)
})

test('a node reports its disk and memory', async () => {
  const reports = startNodeReports({ ...t, node: t.node, data_dir: t.data_dir })
  await eventually(async () => (await status()).nodes[0].disk !== null)
  const [node] = (await status()).nodes
  expect(node.disk.size_bytes).toBeGreaterThan(node.disk.free_bytes)
  expect(node.memory_bytes).toBeGreaterThan(10_000_000)
  await reports.stop()
})

test('nodes hold mailboxes, and one that was lost stays in the list', async () => {
  const lease = await t.node.leases.acquire('inbox 4711')
  await sql`insert into nodes (id, host, pid, roles, version, started_at, seen_at)
    values (gen_random_uuid(), 'lost', 1, '{mail}', 'test', now(), clock_timestamp() - interval '1 minute')`.execute(
    t.db,
  )
  const { nodes } = await status()
  expect(nodes).toMatchObject([
    { is_alive: true, inbox_ids: [4711] },
    { host: 'lost', is_alive: false, inbox_ids: [] },
  ])
  await lease?.release()
})

test('mailboxes come with their inbox, error and newest email', async () => {
  const { id } = await t.make.inbox()
  const config = JSON.stringify({
    imap: [{ host: 'imap.acme.test', username: 'help', mailbox: 'INBOX' }],
    smtp: [],
  })
  await sql`update inboxes set config = ${config}::jsonb, name = 'Support' where id = ${id}`.execute(t.db)
  await t.db
    .insertInto('imap_cursors')
    .values({ inbox_id: id, folder: 'help@imap.acme.test/INBOX', last_error: 'Wrong password' })
    .execute()
  const at = t.clock.now()
  await t.db
    .insertInto('mail_deliveries')
    .values({
      inbox_id: id,
      received_at: at,
      updated_at: at,
      source: 'api',
      raw_hash: Buffer.alloc(32),
      raw_size: 1000,
    })
    .execute()
  const { mailboxes, queues } = await status()
  expect(mailboxes).toMatchObject([
    { inbox_name: 'Support', last_error: 'Wrong password', last_mail_at: at.toISOString() },
  ])
  expect(queues[0]).toMatchObject({ name: 'incoming_mail', waiting: 1 })
})

test('samples are taken once an hour, files once a day, and kept for 90 days', async () => {
  for (let hour = 0; hour < 26; hour++) {
    await takeSample(t)
    await takeSample(t)
    t.clock.advance(3_600_000)
  }
  const { samples } = await history()
  expect(samples).toHaveLength(26)
  const measured = samples.filter(({ files_bytes }: { files_bytes: number | null }) => files_bytes !== null)
  expect(measured).toMatchObject([{ files_bytes: 1000 }, { files_bytes: 1000 }])
  expect((await status()).sizes.files_bytes).toBe(1000)
  expect((await history(30)).samples).toHaveLength(2)
  expect((await admin.get('/api/v1/system/history?days=8')).status).toBe(400)
  t.clock.advance(91 * 86_400_000)
  await takeSample(t)
  expect(await t.db.selectFrom('system_samples').select('at').execute()).toHaveLength(1)
  // The session has expired.
  admin = await t.as(await t.make.agent({ permissions: ['general_settings:manage'] }))
})

test('requests to the API are counted by duration and result, per hour and machine', async () => {
  const recording = startRequestRecording({ ...t, log: t.log })
  const before = await history(1)
  expect(before).toMatchObject({ requests: [], hosts: [] })
  // The status and the history are requests, too.
  await status()
  expect((await admin.get('/api/v1/tags')).status).toBe(200)
  await recording.flush()
  const first = await history(1)
  expect(first.hosts).toEqual([hostname()])
  expect(first.requests).toMatchObject([{ errors: 0 }])
  expect(first.requests[0].count).toBeGreaterThanOrEqual(3)
  expect(first.requests[0].p50_seconds).toBeGreaterThan(0)
  expect(first.requests[0].p95_seconds).toBeGreaterThanOrEqual(first.requests[0].p50_seconds)
  // Static files and the health of the server aren't what people wait for.
  await t.app.inject('/health/live')
  await recording.stop()
  const stopped = await history(1)
  expect(stopped.requests[0].count).toBe(first.requests[0].count + 1)
  await status()
  await sql`insert into request_samples (at, host, durations, errors) select at, 'other', '{0,0,0,0,0,0,90,0,0,0,0,10}', 7 from request_samples`.execute(
    t.db,
  )
  expect((await history(1)).requests).toMatchObject([{ count: stopped.requests[0].count + 100, errors: 7 }])
  const { body } = await admin.get('/api/v1/system/history?days=1&host=other')
  expect(body.data).toMatchObject({
    hosts: expect.arrayContaining(['other', hostname()]),
    requests: [{ count: 100, errors: 7, p95_seconds: 10 }],
  })
  expect(body.data.requests[0].p50_seconds).toBeCloseTo(0.389, 2)
})

test('mail of the last 24 hours is counted by hour, also where there was none', async () => {
  const engines = startTestEngines(t)
  const c = await t.make.conversation()
  const receive = () =>
    t.act(t.system, (tx) =>
      tx.record({
        type: 'message.created',
        conversation: { before: c, after: c },
        data: { message_type: 'incoming', private: false },
      }),
    )
  await receive()
  t.clock.advance(3_600_000)
  await receive()
  await receive()
  await engines.settle()
  const { mail } = await history(1)
  expect(mail).toHaveLength(25)
  expect(mail.at(-1).at).toBe(t.clock.now().toISOString())
  expect(mail.map(({ incoming }: { incoming: number }) => incoming)).toEqual([...Array(23).fill(0), 1, 2])
  t.clock.advance(24 * 3_600_000)
  expect((await history(1)).mail.map(({ incoming }: { incoming: number }) => incoming)).toEqual([
    2,
    ...Array(24).fill(0),
  ])
})

test('checks run on demand, and their results are kept', async () => {
  expect((await admin.get('/api/v1/system/checks')).body.data).toEqual([])
  const { body } = await admin.post('/api/v1/system/checks')
  expect(body.data.map(({ check }: { check: string }) => check)).toEqual(checks.map(({ name }) => name))
  expect((await admin.get('/api/v1/system/checks')).body.data).toEqual(body.data)
  await admin.post('/api/v1/system/checks')
  expect((await admin.get('/api/v1/system/checks')).body.data).toHaveLength(checks.length)
})

test('an unfinished backfill is shown with what is left, and each has a text', async () => {
  await queueBackfill(t.db, 'search_messages')
  expect(await readUnfinishedBackfills(t.db)).toEqual([
    { name: 'search_messages', remaining: null, failure: null },
  ])
  await t.db.updateTable('backfills').set({ estimate: 50, done: 20, failure: 'No room' }).execute()
  expect(await readUnfinishedBackfills(t.db)).toEqual([
    { name: 'search_messages', remaining: 30, failure: 'No room' },
  ])
  await t.db.updateTable('backfills').set({ finished_at: t.clock.now() }).execute()
  expect(await readUnfinishedBackfills(t.db)).toEqual([])
  const texts = JSON.parse(readFileSync(new URL('../settings/lang/en/system.json', import.meta.url), 'utf8'))
  for (const { name } of backfills) expect(texts).toHaveProperty([`system.backfill.${name}`])
})
