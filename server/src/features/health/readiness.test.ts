import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { databaseHealth } from '../../db/database-health.ts'
import { createPool } from '../../db/pool.ts'
import { watchDiskSpace } from '../../files/disk-space.ts'
import { createLocalFileStore } from '../../files/local-file-store.ts'
import { queueHealth } from '../../jobs/queue-health.ts'
import { createReadiness, degraded, down, ok, type Verdict } from '../../readiness.ts'
import { consumerLagPart } from '../../spine/consumer-lag.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { testClock } from '../../testing/test-clock.ts'
import { mailboxesPart, outgoingMailPart } from '../email/mail-readiness.ts'

let t: TestApp
let freeBytes = 10 * 1024 ** 3
let indexState: Verdict = ok('Built')
const disk = watchDiskSpace('/', async () => freeBytes)
const readiness = createReadiness(testClock())
beforeAll(async () => {
  t = await startTestApp({ readiness, disk })
  readiness.register({ ...databaseHealth(t.pool, null) })
  readiness.register({ name: 'search_index', check: () => indexState })
})
afterAll(async () => {
  readiness.stop()
  await t.stop()
})

/** Reports are cached for a second. */
const afterCacheExpiry = () => wait(1_100)
const getReady = async (caller: { get: (path: string) => ReturnType<TestApp['send']> } | null) =>
  caller ? caller.get('/health/ready') : t.send({ method: 'GET', url: '/health/ready' })

test('anonymous callers and agents get only the status, administrators each part', async () => {
  expect((await getReady(null)).body.data).toEqual({ status: 'ok' })
  const agent = await t.as(await t.make.agent())
  expect((await getReady(agent)).body.data).toEqual({ status: 'ok' })
  const admin = await t.as(await t.make.agent({ permissions: ['inboxes:manage'] }))
  const { parts } = (await getReady(admin)).body.data
  expect(parts.map(({ name }: { name: string }) => name)).toEqual(['process', 'database', 'search_index'])
  for (const part of parts)
    expect(part).toEqual({
      name: expect.any(String),
      state: 'ok',
      since: expect.stringMatching(/Z$/),
      message: expect.any(String),
    })
})

test('a degraded part degrades the server from then on, with 200', async () => {
  const admin = await t.as(await t.make.agent({ permissions: ['inboxes:manage'] }))
  indexState = degraded('The index is being rebuilt')
  await afterCacheExpiry()
  const first = await getReady(admin)
  expect(first).toMatchObject({ status: 200, body: { data: { status: 'degraded' } } })
  const part = (answer: typeof first) =>
    answer.body.data.parts.find(({ name }: { name: string }) => name === 'search_index')
  expect(part(first)).toMatchObject({ state: 'degraded', message: 'The index is being rebuilt' })
  indexState = degraded('Still being rebuilt')
  await afterCacheExpiry()
  expect(part(await getReady(admin))).toMatchObject({
    since: part(first).since,
    message: 'Still being rebuilt',
  })
  indexState = ok('Built')
  await afterCacheExpiry()
  expect((await getReady(null)).body.data).toEqual({ status: 'ok' })
})

test('only an essential part makes the server unready, with 503', async () => {
  indexState = down('It is gone')
  await afterCacheExpiry()
  expect(await getReady(null)).toMatchObject({ status: 200, body: { data: { status: 'degraded' } } })
  indexState = ok('Built')
  const remove = readiness.register({ name: 'heart', essential: true, check: () => down('It stopped') })
  const answer = await getReady(null)
  expect(answer).toMatchObject({ status: 503, body: { data: { status: 'down' } } })
  expect(answer.headers['retry-after']).toBe('5')
  remove()
  await afterCacheExpiry()
  expect((await getReady(null)).status).toBe(200)
})

test('a part whose check throws or hangs is down', async () => {
  const ownReadiness = createReadiness(testClock())
  onTestFinished(() => ownReadiness.stop())
  ownReadiness.register({ name: 'broken', check: () => Promise.reject(new Error('no such table')) })
  ownReadiness.register({ name: 'hanging', check: () => new Promise(() => {}) })
  const { parts } = await ownReadiness.report()
  expect(parts).toMatchObject([
    { name: 'process', state: 'ok' },
    { name: 'broken', state: 'down', message: expect.stringContaining('no such table') },
    { name: 'hanging', state: 'down' },
  ])
})

test('unhandled errors are counted', async () => {
  const ownReadiness = createReadiness(testClock())
  onTestFinished(() => ownReadiness.stop())
  ownReadiness.countUnexpectedError()
  ownReadiness.countUnexpectedError()
  expect(await ownReadiness.report()).toMatchObject({
    status: 'degraded',
    parts: [{ name: 'process', state: 'degraded', message: expect.stringMatching(/^2 unexpected errors/) }],
  })
})

test('without its database the server reports it to everyone, instead of failing to authenticate', async () => {
  const unreachable = createPool('postgres://nobody@127.0.0.1:1/nothing')
  onTestFinished(() => unreachable.end())
  expect(await databaseHealth(unreachable, null).check()).toEqual({
    state: 'down',
    message: 'The database isn’t responding',
  })
  const agent = await t.as(await t.make.agent())
  await t.pool.query('alter table sessions rename to sessions_away')
  expect((await agent.get('/health/ready')).body.data).toEqual({ status: expect.any(String) })
  await t.pool.query('alter table sessions_away rename to sessions')
})

test('a read-only database is degraded, and reads still work', async () => {
  const agent = await t.as(await t.make.agent({ permissions: ['inboxes:manage', 'tags:manage'] }))
  // Updating the session's last use is due.
  t.clock.advance(600_000)
  const database = new URL(t.connectionString).pathname.slice(1)
  const setReadOnly = async (value: 'on' | 'off') => {
    const client = await t.pool.connect()
    await client.query('begin read write')
    await client.query(`alter database ${database} set default_transaction_read_only = ${value}`)
    await client.query('commit')
    client.release()
    await t.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [database],
    )
    await wait(200)
  }
  const part = () => databaseHealth(t.pool, null).check()
  await setReadOnly('on')
  try {
    // The connection that set it is unchanged; the others are new.
    await t.pool.query('set default_transaction_read_only = on').catch(() => {})
    await expect.poll(async () => (await part()).state).toBe('degraded')
    await expect.poll(async () => (await agent.get('/api/v1/agents/me')).status).toBe(200)
    const refused = await agent.post('/api/v1/tags', { name: 'new' })
    expect(refused).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('is read-only'), error_type: 'GeneralException' },
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  } finally {
    await t.pool.query('set default_transaction_read_only = off').catch(() => {})
    await setReadOnly('off')
  }
  await expect.poll(async () => (await part()).state).toBe('ok')
  await expect.poll(async () => (await agent.post('/api/v1/tags', { name: 'new' })).status).toBe(200)
})

test('a full disk rejects only calls that store something, with an explanation', async () => {
  const admin = await t.as(await t.make.agent({ permissions: ['tags:manage'] }))
  const { id } = (await admin.post('/api/v1/tags', { name: 'before' })).body.data
  freeBytes = 1024 ** 2
  await afterCacheExpiry()
  expect((await disk.verdict()).state).toBe('down')
  expect(await admin.post('/api/v1/tags', { name: 'during' })).toMatchObject({
    status: 507,
    body: { message: expect.stringContaining('out of disk space'), request_id: expect.any(String) },
  })
  expect((await admin.get('/api/v1/tags')).status).toBe(200)
  expect((await admin.del(`/api/v1/tags/${id}`)).status).toBe(200)
  const store = createLocalFileStore(t.data_dir, 'media', disk.assertRoom)
  await expect(store.put(Buffer.from('x'))).rejects.toMatchObject({ code: 'ENOSPC' })
  await expect(store.putStream((async function* () {})(), 10)).rejects.toMatchObject({ code: 'ENOSPC' })
  await expect(store.putBeside(Buffer.from('x'), '.x', Buffer.from('x'))).rejects.toMatchObject({
    code: 'ENOSPC',
  })
  freeBytes = 300 * 1024 ** 2
  await afterCacheExpiry()
  expect(await disk.verdict()).toEqual({ state: 'degraded', message: expect.stringContaining('300 MB') })
  expect((await admin.post('/api/v1/tags', { name: 'after' })).status).toBe(200)
  freeBytes = 10 * 1024 ** 3
})

test('a database with a full disk is degraded until it has worked for a while', async () => {
  const part = databaseHealth(t.pool, null)
  expect((await part.check()).state).toBe('ok')
  part.noteError(Object.assign(new Error('could not extend file'), { code: '53100' }))
  expect(await part.check()).toMatchObject({
    state: 'degraded',
    message: expect.stringContaining('disk space'),
  })
})

test('jobs, consumers, mailboxes and outgoing mail report when they lag', async () => {
  const parts = {
    jobs: queueHealth(t.pool),
    consumers: consumerLagPart(t.db, ['rules']),
    mailboxes: mailboxesPart(t.db, t.clock),
    outgoing: outgoingMailPart(t.db),
  }
  for (const part of Object.values(parts)) expect((await part.check()).state).toBe('ok')

  await t.act(t.system, (tx) =>
    tx.enqueue('ring', {}, { key: 'late', run_at: new Date(Date.now() - 120_000) }),
  )
  expect(await parts.jobs.check()).toMatchObject({
    state: 'degraded',
    message: expect.stringMatching(/^1 job is overdue/),
  })
  await t.db
    .insertInto('event_consumers')
    .values({ name: 'rules', xid: '0', id: 0, updated_at: t.clock.now() })
    .execute()
  await t.db
    .updateTable('events')
    .set({ at: new Date(Date.now() - 120_000) })
    .execute()
  expect(await parts.consumers.check()).toMatchObject({
    state: 'degraded',
    message: expect.stringContaining('rules since'),
  })
  const { id } = await t.make.conversation()
  await t.db
    .updateTable('messages')
    .set({ type: 'outgoing', status: 'pending', delivery_error: 'mail.test didn’t answer in time' })
    .where('conversation_id', '=', id)
    .execute()
  expect(await parts.outgoing.check()).toMatchObject({
    state: 'degraded',
    message: expect.stringMatching(/1 reply/),
  })
})
