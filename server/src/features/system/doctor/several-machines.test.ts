import { once } from 'node:events'
import { chmodSync, chownSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { noPooler } from '../../../db/pooler.ts'
import { pausedCopyKey } from '../../../paused-copy.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { backgroundWorkCheck } from './checks/background-work.ts'
import { checkConnections } from './checks/database.ts'
import { mailboxesCheck } from './checks/mailboxes.ts'
import { permissionsCheck } from './checks/permissions.ts'
import { portsCheck } from './checks/ports.ts'
import { contextOf, findingsOf, temporaryFolder, useInbox } from './doctor-suite.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

async function listen(server: Server, host = '127.0.0.1') {
  server.listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}
const ports = async (settings: Parameters<typeof contextOf>[1]) =>
  (await findingsOf(portsCheck, contextOf(t, settings))).map(({ subject, state }) => `${subject} ${state}`)

test('servers that listen on all IPv6 addresses are found', async () => {
  const smtp_receiver_port = await listen(
    createServer((socket) => void socket.end('220 mail ESMTP\r\n')),
    '::',
  )
  const port = await listen(
    createHttpServer((_, response) => response.end('{"status":"success","data":true}')),
    '::',
  )
  expect(await ports({ host: '::', port, smtp_receiver_port })).toEqual([
    `[::1]:${port} ok`,
    expect.stringContaining('ok'),
    `[::1]:${smtp_receiver_port} ok`,
  ])
})

test('a mail receiver that takes no more connections is a warning', async () => {
  const smtp_receiver_port = await listen(
    createServer((socket) => void socket.end('421 4.3.2 Too many connections\r\n')),
  )
  const findings = await findingsOf(
    portsCheck,
    contextOf(t, { roles: new Set(['mail']), smtp_receiver_port, root_url: 'http://localhost' }),
  )
  expect(findings.at(-1)).toMatchObject({
    state: 'warning',
    message: expect.stringContaining('at the moment: “421 4.3.2 Too many connections”'),
  })
})

test('a worker checks the addresses that people and mail servers use', async () => {
  const settings = { root_url: 'http://0.0.0.0:9', mail_host: '127.0.0.1', smtp_receiver_port: 2525 }
  expect(await ports({ ...settings, roles: new Set(['worker']) })).toEqual([
    'http://0.0.0.0:9 warning',
    '127.0.0.1:25 warning',
  ])
  // Without a receiver, nobody delivers here.
  expect(await ports({ ...settings, roles: new Set(['mail']), smtp_receiver_port: 0 })).toEqual([
    'http://0.0.0.0:9 warning',
  ])
})

test('a copy that waits to go live says so, and nothing about what waits with it', async () => {
  const copy = JSON.stringify({ since: t.clock.now(), backup_of: '2026-03-01', moved_to: null })
  await t.db
    .insertInto('settings')
    .values({ key: pausedCopyKey, value: copy, updated_at: t.clock.now() })
    .execute()
  await useInbox(t, 'help@copy.example', { imap: [{ host: 'imap.copy.example' }] })
  await sql`select graphile_worker.add_job('send_message', '{}', run_at => now() - interval '10 minutes')`.execute(
    t.db,
  )
  expect(await findingsOf(backgroundWorkCheck, contextOf(t))).toMatchObject([
    {
      state: 'warning',
      message: expect.stringContaining('a copy, restored from a backup of 2026-03-01'),
      advice: expect.stringContaining('npm run admin -- go-live'),
    },
  ])
  expect(await findingsOf(mailboxesCheck, contextOf(t))).toMatchObject([{ state: 'ok' }])
  expect(
    await ports({ roles: new Set(['mail']), smtp_receiver_port: 2, mail_host: '127.0.0.1' }),
  ).toHaveLength(1)
  await t.db.deleteFrom('settings').where('key', '=', pausedCopyKey).execute()
  await sql`delete from graphile_worker._private_jobs`.execute(t.db)
})

test('jobs that were given up more than a week ago are history', async () => {
  await sql`select graphile_worker.add_job('send_message', '{}')`.execute(t.db)
  const check = async (age: string) => {
    await sql`update graphile_worker._private_jobs set attempts = max_attempts, run_at = now() - interval '9 days'`.execute(
      t.db,
    )
    await sql`update graphile_worker._private_jobs set updated_at = now() - ${age}::interval`.execute(t.db)
    return (await findingsOf(backgroundWorkCheck, contextOf(t))).at(-1)?.state
  }
  expect(await check('6 days')).toBe('warning')
  expect(await check('8 days')).toBe('ok')
  await sql`delete from graphile_worker._private_jobs`.execute(t.db)
})

test('connections of many nodes through a pooler aren’t counted against the limit of the database', () => {
  const settings = { max_connections: 100, reserved_connections: 3, used_connections: 20, nodes: 5 }
  const pooler = { shares_sessions: true, keeps_named_statements: true }
  expect(checkConnections(settings, pooler)).toEqual([])
  expect(checkConnections(settings, noPooler)).toMatchObject([{ state: 'warning' }])
  expect(checkConnections({ ...settings, used_connections: 95 }, pooler)).toMatchObject([{ state: 'error' }])
})

test.runIf(process.getuid?.() === 0)('an open folder of another user is a warning', async () => {
  const data_dir = temporaryFolder()
  chmodSync(data_dir, 0o777)
  chownSync(data_dir, 4711, 4711)
  const check = async () => (await findingsOf(permissionsCheck, contextOf(t, { data_dir })))[0]
  vi.spyOn(process, 'getuid').mockReturnValue(4712)
  expect(await check()).toMatchObject({ state: 'warning', advice: expect.not.stringContaining('chmod') })
  vi.mocked(process.getuid)?.mockReturnValue(4711)
  expect(await check()).toMatchObject({ state: 'error', advice: `Run: chmod 700 ${data_dir}` })
  vi.restoreAllMocks()
})
