import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Dovecot, startDovecot } from '../../../testing/email/dovecot.ts'
import { type Fault, type ImapProxy, startImapProxy } from '../../../testing/imap-chaos/imap-proxy.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { watchMailbox } from './watch-mailbox.ts'

let t: TestApp
let dovecot: Dovecot
let proxy: ImapProxy
beforeAll(async () => {
  t = await startTestApp()
  dovecot = await startDovecot()
  proxy = await startImapProxy(dovecot)
})
afterAll(async () => {
  await proxy.stop()
  await dovecot.remove()
  await t.stop()
})
beforeEach(() => proxy.injectFaults([]))

const composeMails = (user: string, count: number) =>
  Array.from(
    { length: count },
    (_, n) =>
      `From: grace@customer.test\nTo: ${user}@acme.test\nMessage-ID: <${n}.${user}@customer.test>\nSubject: Mail ${n}\n\n${'A line of text.\n'.repeat(20)}`,
  )

/** Creates an inbox on a filled mailbox. `watch` reads it through the proxy until the returned function is called. */
async function createFilledInbox(user: string, count: number) {
  await dovecot.appendAll(user, composeMails(user, count))
  const { id: inbox_id } = await t.make.inbox(`${user}@acme.test`)
  const watch = (files: Pick<TestApp['files'], 'mail'> = t.files, port = proxy.port) =>
    watchMailbox(
      { ...t, files, first_retry_delay_ms: 20 },
      {
        inbox_id,
        sync_since: null,
        fence: 1,
        config: {
          host: '127.0.0.1',
          port,
          username: user,
          password: dovecot.password,
          mailbox: 'INBOX',
          read_interval: '5m',
          scan_inbox_since: '48h',
          tls_type: 'none',
          tls_skip_verify: false,
        },
      },
    )
  const uids = async () => {
    const rows = await t.db
      .selectFrom('mail_deliveries')
      .select('imap_uid')
      .where('inbox_id', '=', inbox_id)
      .orderBy('imap_uid')
      .execute()
    return rows.map(({ imap_uid }) => imap_uid)
  }
  const cursor = () =>
    t.db.selectFrom('imap_cursors').selectAll().where('inbox_id', '=', inbox_id).executeTakeFirst()
  const inSync = async (last_uid: number) => {
    await expect.poll(async () => (await cursor())?.last_uid).toBe(last_uid)
    await expect.poll(async () => (await cursor())?.synced_at).not.toBe(null)
  }
  return { watch, uids, cursor, inSync }
}

const uidsUpTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
const connectionEnd: Pick<Fault, 'action' | 'ms'> = { action: 'end', ms: 0 }

test.each<[string, Fault]>([
  ['before the list of new mail', { command: 'UID SEARCH', nth: 2, after_bytes: 0, ...connectionEnd }],
  ['in the list of new mail', { command: 'UID SEARCH', nth: 2, after_bytes: 20, ...connectionEnd }],
  ['before sizes and dates', { command: 'UID FETCH', nth: 1, after_bytes: null, ...connectionEnd }],
  ['in sizes and dates', { command: 'UID FETCH', nth: 1, after_bytes: 700, ...connectionEnd }],
  ['after sizes and dates', { command: 'UID FETCH', nth: 1, after_bytes: 'response', ...connectionEnd }],
  ['before the mails', { command: 'UID FETCH', nth: 2, after_bytes: 0, ...connectionEnd }],
  ['in the middle of a mail', { command: 'UID FETCH', nth: 2, after_bytes: 4000, ...connectionEnd }],
  [
    'by a reset in the middle of a mail',
    { command: 'UID FETCH', nth: 2, after_bytes: 9000, action: 'reset', ms: 0 },
  ],
  [
    'while the first batch is stored',
    { command: 'UID FETCH', nth: 2, after_bytes: 'response', ...connectionEnd },
  ],
  [
    'while the last batch is stored',
    { command: 'UID FETCH', nth: 4, after_bytes: 'response', ...connectionEnd },
  ],
  ['at the second batch', { command: 'UID FETCH', nth: 3, after_bytes: 100, ...connectionEnd }],
])('a connection that ends %s loses no mail', async (title, fault) => {
  const { watch, uids, inSync } = await createFilledInbox(`cut-${title.replaceAll(' ', '-')}`, 60)
  proxy.injectFaults([fault])
  const faultsBefore = proxy.triggered.length
  const watcher = watch()
  await inSync(60)
  await watcher.stop()
  expect(proxy.triggered).toHaveLength(faultsBefore + 1)
  expect(await uids()).toEqual(uidsUpTo(60))
})

test('a watcher stopped in the middle of a sync leaves the cursor at the newest mail in the ledger', async () => {
  const { watch, uids, cursor, inSync } = await createFilledInbox('stopped', 160)
  const delayFault: Fault = { command: 'UID FETCH', nth: 4, after_bytes: 2000, action: 'delay', ms: 30_000 }
  proxy.injectFaults([delayFault])
  const faultsBefore = proxy.triggered.length
  const first = watch()
  await expect.poll(() => proxy.triggered.length).toBe(faultsBefore + 1)
  await first.stop()
  expect(await uids()).toEqual(uidsUpTo(50))
  expect(await cursor()).toMatchObject({ last_uid: 50, synced_at: null })

  const second = watch()
  await inSync(160)
  await second.stop()
  expect(await uids()).toEqual(uidsUpTo(160))
})

test('a watcher stopped while storing a batch leaves the cursor at the newest mail in the ledger', async () => {
  const { watch, uids, cursor, inSync } = await createFilledInbox('stopped-storing', 160)
  let stored = 0
  let stopped: Promise<void> | undefined
  const store: TestApp['files']['mail'] = {
    ...t.files.mail,
    async putBeside(...args) {
      await t.files.mail.putBeside(...args)
      stored += 1
      if (stored === 60) stopped = first.stop()
    },
  }
  const first = watch({ mail: store })
  await expect.poll(() => stopped !== undefined).toBe(true)
  await stopped
  const received = await uids()
  expect(received.length).toBeGreaterThanOrEqual(50)
  expect(await cursor()).toMatchObject({ last_uid: received.length, synced_at: null })

  const second = watch()
  await inSync(160)
  await second.stop()
  expect(await uids()).toEqual(uidsUpTo(160))
})

test('a mail expunged after listing is skipped, and the others are imported', async () => {
  const { watch, uids, inSync } = await createFilledInbox('expunged', 60)
  const delayFault: Fault = { command: 'UID FETCH', nth: 2, after_bytes: null, action: 'delay', ms: 60_000 }
  proxy.injectFaults([delayFault])
  const faultsBefore = proxy.triggered.length
  const watcher = watch()
  await expect.poll(() => proxy.triggered.length).toBe(faultsBefore + 1)
  await dovecot.expunge('expunged', [7, 8])
  proxy.release()
  await inSync(60)
  await watcher.stop()
  expect(await uids()).toEqual(uidsUpTo(60).filter((uid) => uid !== 7 && uid !== 8))
})

/** Ends each connection after its first sync, when the client waits in IDLE; records the commands of each. */
async function startClosingProxy() {
  const connections: string[][] = []
  const server = createServer((socket) => {
    const commands: string[] = []
    connections.push(commands)
    const upstream = connect(dovecot.port, dovecot.host)
    for (const side of [socket, upstream]) side.on('error', () => {})
    upstream.pipe(socket)
    socket.on('data', (data) => {
      commands.push(...String(data).split('\r\n').filter(Boolean))
      if (/^\S+ IDLE/m.test(String(data))) socket.destroy()
      else upstream.write(data)
    })
    socket.on('close', () => upstream.destroy())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, connections }
}

test('a server that closes each connection after its first sync is contacted ever less often, without comparing all mail again', async () => {
  const { watch, inSync } = await createFilledInbox('closing', 5)
  const { port, connections } = await startClosingProxy()
  const watcher = watch(t.files, port)
  await inSync(5)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  await watcher.stop()
  expect(connections.length).toBeGreaterThan(2)
  expect(connections.length).toBeLessThan(12)
  const countSearches = (commands: string[] = []) => commands.filter((line) => line.includes('SEARCH')).length
  expect(countSearches(connections[2])).toBe(1)
})
