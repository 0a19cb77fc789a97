import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createLocalFileStore } from '../../../files/local-file-store.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { backgroundWorkCheck } from './checks/background-work.ts'
import { clockCheck } from './checks/clock.ts'
import { databaseCheck } from './checks/database.ts'
import { diskSpaceCheck, judgeDisk } from './checks/disk-space.ts'
import { fileStoreCheck } from './checks/file-store.ts'
import { mailboxesCheck } from './checks/mailboxes.ts'
import { permissionsCheck } from './checks/permissions.ts'
import { portsCheck } from './checks/ports.ts'
import { schemaCheck } from './checks/schema.ts'
import { contextOf, findingsOf, temporaryFolder, useInbox } from './doctor-suite.ts'
import { runAllChecks } from './run-checks.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const canMount = process.platform === 'linux' && process.getuid?.() === 0 && canMountTmpfs()

describe('disk space', () => {
  const freeOf = async (size: string) => {
    const data_dir = temporaryFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'parley-test', data_dir])
    onTestFinished(() => void execFileSync('umount', [data_dir]))
    return findingsOf(diskSpaceCheck, contextOf(t, { data_dir, files_dir: join(data_dir, 'files') }))
  }

  test.runIf(canMount)('a disk with hardly any room is an error', async () => {
    expect(await freeOf('8m')).toMatchObject([
      { state: 'error', message: 'The disk is nearly full: 8 MB of 8 MB are free' },
    ])
  })

  const gigabyte = 1024 ** 3
  test.each([
    [0.4, 2, 'error'],
    [1, 2, 'ok'],
    [5, 100, 'warning'],
    [15, 100, 'ok'],
    // A tenth of a large disk is plenty.
    [90, 1000, 'ok'],
  ])('%s of %s GB are judged as %s', (free, size, state) => {
    const disk = { setting: 'PARLEY_DATA_DIR', path: '/data', free: free * gigabyte, size: size * gigabyte }
    expect(judgeDisk(disk).state).toBe(state)
  })

  test('a separate folder for files is checked as well', async () => {
    const [data_dir, files_dir] = [temporaryFolder(), temporaryFolder()]
    const findings = await findingsOf(diskSpaceCheck, contextOf(t, { data_dir, files_dir }))
    expect(findings.map(({ subject }) => subject)).toEqual([data_dir, files_dir])
  })
})

describe('permissions', () => {
  function dataFolder() {
    const data_dir = temporaryFolder()
    const files_dir = join(data_dir, 'files')
    mkdirSync(files_dir, { mode: 0o700 })
    writeFileSync(join(data_dir, 'secret.key'), 'k'.repeat(44), { mode: 0o600 })
    chmodSync(data_dir, 0o700)
    return { data_dir, files_dir, key: join(data_dir, 'secret.key') }
  }
  const check = (settings: Parameters<typeof contextOf>[1]) =>
    findingsOf(permissionsCheck, contextOf(t, settings))

  test('closed folders and key are fine', async () => {
    expect((await check(dataFolder())).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok'])
  })

  test('a key that other users can read is an error, with the command that closes it', async () => {
    const { key, ...folders } = dataFolder()
    chmodSync(key, 0o644)
    expect((await check(folders))[1]).toEqual({
      ...{ state: 'error', subject: key, advice: `Run: chmod 600 ${key}` },
      message: 'Other users of this machine can open the key of stored passwords (mode 0644)',
    })
  })

  test('an open data folder is an error, one that a group may pass through isn’t', async () => {
    const { data_dir, files_dir } = dataFolder()
    chmodSync(data_dir, 0o755)
    expect((await check({ data_dir, files_dir }))[0]).toMatchObject({ state: 'error' })
    chmodSync(data_dir, 0o710)
    expect((await check({ data_dir, files_dir }))[0]).toMatchObject({ state: 'ok' })
  })

  test('a missing folder for files is an error once something has been stored', async () => {
    const { files_dir, data_dir } = dataFolder()
    rmSync(files_dir, { recursive: true })
    const findFolder = async () => (await check({ files_dir, data_dir }))[2]
    expect(await findFolder()).toMatchObject({ state: 'ok', message: 'No file has been stored yet' })
    const dates = { created_at: t.clock.now(), updated_at: t.clock.now() }
    const { id } = await t.db
      .insertInto('media')
      .values({
        ...dates,
        uuid: randomUUID(),
        filename: 'a.txt',
        content_type: 'text/plain',
        size: 1,
        content_hash: Buffer.alloc(32),
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await findFolder()).toMatchObject({ state: 'error', message: expect.stringContaining('ENOENT') })
    await t.db.deleteFrom('media').where('id', '=', id).execute()
  })

  test('a missing key is an error, unless it is in a setting', async () => {
    const { key, ...folders } = dataFolder()
    rmSync(key)
    expect((await check(folders))[1]).toMatchObject({
      state: 'error',
      message: 'The key of stored passwords can’t be read (ENOENT)',
    })
    expect(await check({ ...folders, secret_key: 'k'.repeat(44) })).toMatchObject([
      { state: 'ok' },
      { state: 'ok' },
    ])
  })
})

describe('file storage', () => {
  test('a folder that can be written is fine, and nothing is left in it', async () => {
    const files_dir = temporaryFolder()
    const store = createLocalFileStore(files_dir, 'media')
    const context = contextOf(t, { files_dir }, { files: { media: store, mail: store } })
    expect(await findingsOf(fileStoreCheck, context)).toMatchObject([{ state: 'ok', subject: files_dir }])
    for await (const file of store.list()) expect.fail(`${file.hash.toString('hex')} is left`)
  })

  test('a folder that can’t be written is an error', async () => {
    const file = join(temporaryFolder(), 'a-file')
    writeFileSync(file, '')
    const store = createLocalFileStore(join(file, 'inside'), 'media')
    const context = contextOf(t, {}, { files: { media: store, mail: store } })
    expect(await findingsOf(fileStoreCheck, context)).toMatchObject([
      { state: 'error', message: expect.stringMatching(/^Files can’t be stored: ENOTDIR/) },
    ])
  })
})

describe('ports', () => {
  async function listen(server: ReturnType<typeof createTcpServer> | ReturnType<typeof createHttpServer>) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return (server.address() as AddressInfo).port
  }
  const check = async (settings: Parameters<typeof contextOf>[1]) =>
    (await findingsOf(portsCheck, contextOf(t, settings))).map(({ state, message }) => ({ state, message }))
  const parley = () =>
    createHttpServer((request, response) =>
      response.end(request.url === '/health' ? '{"status":"success","data":true}' : 'no'),
    )
  const smtp = (greeting: string) => createTcpServer((socket) => void socket.end(greeting))

  test('our own servers are recognised by their answers', async () => {
    const [port, smtp_receiver_port] = [await listen(parley()), await listen(smtp('220 mail ESMTP\r\n'))]
    expect(await check({ port, root_url: `http://localhost:${port}`, smtp_receiver_port })).toEqual([
      { state: 'ok', message: 'The web server responds' },
      { state: 'ok', message: expect.stringContaining('for this machine only') },
      { state: 'ok', message: 'The mail receiver responds' },
    ])
  })

  test('other programs on our ports are errors', async () => {
    const port = await listen(createHttpServer((_, response) => response.end('Apache')))
    const smtp_receiver_port = await listen(smtp('554 no service here\r\n'))
    expect(await check({ port, smtp_receiver_port })).toMatchObject([
      { state: 'error', message: 'Another program is listening on PORT' },
      { state: 'ok' },
      {
        state: 'error',
        message: 'Another program is listening on SMTP_RECEIVER_PORT: “554 no service here”',
      },
    ])
  })

  test('ports on which nothing listens are warnings', async () => {
    expect(await check({ port: 1, smtp_receiver_port: 2 })).toMatchObject([
      { state: 'warning', message: 'Nothing is listening on PORT' },
      { state: 'ok' },
      { state: 'warning', message: 'Nothing is listening on SMTP_RECEIVER_PORT' },
    ])
  })

  test('a public address without TLS is an error', async () => {
    const port = await listen(parley())
    // Not a loopback name, although it leads to this machine.
    const root_url = `http://0.0.0.0:${port}`
    expect((await check({ port, root_url }))[1]).toMatchObject({
      state: 'error',
      message: expect.stringContaining('travel unencrypted'),
    })
  })

  test('a public address that leads to another server is an error, one that can’t be reached a warning', async () => {
    const other = await listen(createHttpServer((_, response) => response.end('Welcome to nginx')))
    expect((await check({ root_url: `http://0.0.0.0:${other}` }))[1]).toMatchObject({
      state: 'error',
      message: 'Something other than Parley responds at the address that people open',
    })
    expect((await check({ root_url: 'http://0.0.0.0:9' }))[1]).toMatchObject({ state: 'warning' })
  })
})

test('a clock that differs from the database’s is a warning, then an error', async () => {
  const check = (seconds: number) =>
    findingsOf(clockCheck, contextOf(t, {}, { clock: { now: () => new Date(Date.now() + seconds * 1000) } }))
  expect(await check(0)).toMatchObject([{ state: 'ok' }])
  expect(await check(30)).toMatchObject([{ state: 'warning' }])
  expect(await check(-3600)).toMatchObject([
    {
      state: 'error',
      message: expect.stringContaining('differ by 60 minutes: timers fire at the wrong time'),
    },
  ])
})

describe('PostgreSQL', () => {
  const problems = async () =>
    (await findingsOf(databaseCheck, contextOf(t)))
      .filter(({ state }) => state !== 'ok')
      .map(({ state, subject }) => ({ state, subject }))
  /** The check over a connection with this setting. */
  const findingsWith = (name: string, value: string) =>
    t.db.connection().execute(async (db) => {
      await sql`set ${sql.raw(name)} = ${sql.lit(value)}`.execute(db)
      const findings = await findingsOf(databaseCheck, { ...contextOf(t), db: db as TestApp['db'] })
      await sql`reset ${sql.raw(name)}`.execute(db)
      return findings.filter(({ subject }) => subject === name).map(({ state }) => state)
    })

  test.each([
    ['synchronous_commit', 'off', ['error']],
    ['synchronous_commit', 'local', []],
    ['statement_timeout', '1000', ['warning']],
    ['statement_timeout', '0', []],
    ['jit', 'on', ['warning']],
    ['jit', 'off', []],
  ])('%s = %s is judged as %s', async (name, value, states) => {
    expect(await findingsWith(name, value)).toEqual(states)
  })

  test('connections are compared with what the nodes need', async () => {
    expect((await problems()).filter(({ subject }) => subject === 'max_connections')).toEqual([])
    await sql`insert into nodes (id, host, pid, roles, version, started_at, seen_at)
      select gen_random_uuid(), 'many', n, '{web}', 'test', clock_timestamp(), clock_timestamp() from generate_series(1, 60) n`.execute(
      t.db,
    )
    expect(await problems()).toContainEqual({ state: 'warning', subject: 'max_connections' })
    await sql`delete from nodes where host = 'many'`.execute(t.db)
  })

  test('an unfinished index, a missing migration and a newer schema are found', async () => {
    const check = () => findingsOf(schemaCheck, contextOf(t))
    expect(await check()).toMatchObject([{ state: 'ok' }])
    await sql`update pg_index set indisvalid = false where indexrelid = 'media_pkey'::regclass`.execute(t.db)
    expect(await check()).toMatchObject([{ state: 'error', subject: 'media_pkey' }])
    await sql`update pg_index set indisvalid = true where indexrelid = 'media_pkey'::regclass`.execute(t.db)
    await sql`insert into migrations (name, applied_at) values ('9999_later.sql', now())`.execute(t.db)
    expect(await check()).toMatchObject([
      { state: 'warning', message: expect.stringContaining('schema 9999') },
    ])
    await sql`delete from migrations where name in ('9999_later.sql', '0104_nodes.sql')`.execute(t.db)
    expect(await check()).toMatchObject([
      { state: 'error', message: expect.stringContaining('1 migrations are missing') },
    ])
    await sql`insert into migrations (name, applied_at) values ('0104_nodes.sql', now())`.execute(t.db)
  })
})

test('overdue jobs, jobs that were given up, and a consumer that lags are found', async () => {
  const check = async () =>
    (await findingsOf(backgroundWorkCheck, contextOf(t))).map(({ subject, state }) => `${subject}: ${state}`)
  await sql`insert into event_consumers (name, xid, id, updated_at) values ('sla', '9223372036854775807', 0, now())`.execute(
    t.db,
  )
  expect(await check()).toEqual(['events: ok', 'jobs: ok'])
  await sql`select graphile_worker.add_job('send_message', '{}', run_at => now() - interval '10 minutes')`.execute(
    t.db,
  )
  expect(await check()).toEqual(['events: ok', 'jobs: warning'])
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(t.db)
  expect((await findingsOf(backgroundWorkCheck, contextOf(t)))[1]).toMatchObject({
    state: 'warning',
    message: '1 job was given up after many attempts: send_message',
  })
  await sql`delete from graphile_worker._private_jobs`.execute(t.db)
  await t.make.conversation()
  await sql`update event_consumers set xid = '0', id = 0`.execute(t.db)
  await sql`update events set at = now() - interval '1 hour'`.execute(t.db)
  expect(await check()).toEqual(['events: warning', 'jobs: ok'])
})

test('a mailbox that can’t be read and a server that doesn’t accept email are errors', async () => {
  const id = await useInbox(t, 'help@boxes.example', { imap: [{ host: 'imap.boxes.example' }] })
  const folder = 'help@imap.boxes.example/INBOX'
  const check = async () =>
    (await findingsOf(mailboxesCheck, contextOf(t))).map(({ state, message }) => `${state}: ${message}`)
  expect(await check()).toEqual(['warning: It has not been read yet'])
  await t.db.insertInto('imap_cursors').values({ inbox_id: id, folder, synced_at: new Date() }).execute()
  expect(await check()).toEqual(['ok: It can be read'])
  await t.db.updateTable('imap_cursors').set({ last_error: 'Wrong password', inbox_id: id }).execute()
  await t.db
    .insertInto('sending_states')
    .values({ inbox_id: id, error: 'Refused', failing_since: new Date() })
    .execute()
  expect(await check()).toEqual([
    'error: It can’t be read: Wrong password',
    'error: Email can’t be sent: Refused',
  ])
})

test('a check that fails or doesn’t end is a finding of its own', async () => {
  const never = { name: 'never', run: () => new Promise<never>(() => {}) }
  const broken = { name: 'broken', run: () => Promise.reject(new Error('No route')) }
  expect(await runAllChecks(contextOf(t), [never, broken], 50)).toMatchObject([
    { check: 'never', findings: [{ state: 'error', message: 'This couldn’t be checked within 0 seconds' }] },
    { check: 'broken', findings: [{ state: 'error', message: 'This couldn’t be checked: No route' }] },
  ])
})

function canMountTmpfs(): boolean {
  const probe = '/tmp/parley-doctor-mount'
  mkdirSync(probe, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'parley-test', probe], { stdio: 'ignore' })
    execFileSync('umount', [probe])
    return true
  } catch {
    return false
  }
}
