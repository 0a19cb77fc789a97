import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import type { ImapConfig } from '@parley/contract/inboxes/inboxes'
import { ImapFlow } from 'imapflow'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { json } from '../../../db/json.ts'
import { type Dovecot, startDovecot } from '../../../testing/email/dovecot.ts'
import { startTestMail, type TestMail } from '../../../testing/email/test-mail.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { startMailboxWatchers } from './mailbox-watchers.ts'

let t: TestApp
let mail: TestMail
let dovecot: Dovecot
beforeAll(async () => {
  t = await startTestApp()
  mail = await startTestMail(t)
  dovecot = await startDovecot()
})
afterAll(async () => {
  await mail.stop()
  await dovecot.remove()
  await t.stop()
})

/** Creates an inbox that reads the mailbox of this user. */
async function createInbox(
  user: string,
  values: { password?: string; sync_since?: Date } & Partial<ImapConfig> = {},
) {
  const { password, sync_since, ...server } = values
  const { id } = await t.make.inbox(`${user}@acme.test`)
  const imap = {
    host: dovecot.host,
    port: dovecot.port,
    username: user,
    password: t.secrets.seal(password ?? dovecot.password),
    mailbox: 'INBOX',
    read_interval: '5m',
    scan_inbox_since: '48h',
    tls_type: 'none',
    tls_skip_verify: false,
    ...server,
  }
  await t.db
    .updateTable('inboxes')
    .set({ config: json({ imap: [imap], smtp: [] }), sync_since: sync_since ?? null })
    .where('id', '=', id)
    .execute()
  // The next test watches its own mailboxes.
  onTestFinished(async () => {
    await t.db.updateTable('inboxes').set({ enabled: false }).where('id', '=', id).execute()
  })
  return id
}

const watch = () => {
  const watchers = startMailboxWatchers({ ...t, first_retry_delay_ms: 50 })
  onTestFinished(() => watchers.stop())
  return watchers
}

/** Polls until the ledger of this inbox contains what the test waits for. */
async function waitUntil<T>(
  read: () => Promise<T>,
  isExpected: (seen: T) => boolean,
  what: string,
  ms = 15_000,
): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const seen = await read()
    if (isExpected(seen)) return seen
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}; saw ${JSON.stringify(seen)}`)
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
const listDeliveries = async (inbox_id: number) =>
  (await mail.deliveries()).filter((delivery) => delivery.inbox_id === inbox_id)
const waitForDeliveries = (inbox_id: number, count: number) =>
  waitUntil(
    () => listDeliveries(inbox_id),
    (rows) => rows.length >= count,
    `${count} deliveries`,
  )
const cursorOf = (inbox_id: number) =>
  t.db.selectFrom('imap_cursors').selectAll().where('inbox_id', '=', inbox_id).executeTakeFirst()
const inSync = (inbox_id: number) =>
  waitUntil(
    () => cursorOf(inbox_id),
    (cursor) => cursor?.synced_at != null,
    'the first sync',
  )

const now = () => t.clock.now()
const hoursAgo = (hours: number) => new Date(now().getTime() - hours * 3_600_000)

test('existing mail is historical as far back as configured; new mail is live immediately', async () => {
  await dovecot.append('first', mail.compose({ to: 'first@acme.test', text: 'too old' }), {
    date: hoursAgo(80),
  })
  await dovecot.append('first', mail.compose({ to: 'first@acme.test', text: 'old' }), { date: hoursAgo(20) })
  const inbox_id = await createInbox('first', { sync_since: hoursAgo(72) })
  watch()
  await inSync(inbox_id)
  expect(await listDeliveries(inbox_id)).toMatchObject([
    { historical: true, source: 'imap', received_at: hoursAgo(20) },
  ])

  const startedAt = Date.now()
  await dovecot.append('first', mail.compose({ to: 'first@acme.test', text: 'new' }))
  await waitForDeliveries(inbox_id, 2)
  expect(Date.now() - startedAt).toBeLessThan(4_000)
  const [, live] = await listDeliveries(inbox_id)
  expect(live).toMatchObject({ historical: false, received_at: now() })
})

test('reading changes no flag, and a mail that somebody read elsewhere is read here all the same', async () => {
  await dovecot.append('flags', mail.compose({ to: 'flags@acme.test' }), { date: hoursAgo(1) })
  await dovecot.append('flags', mail.compose({ to: 'flags@acme.test' }), {
    date: hoursAgo(1),
    flags: ['\\Seen'],
  })
  const inbox_id = await createInbox('flags')
  watch()
  await waitForDeliveries(inbox_id, 2)
  expect(await flagsIn('flags')).toEqual([[], ['\\Seen']])
})

async function flagsIn(user: string) {
  const client = new ImapFlow({
    host: dovecot.host,
    port: dovecot.port,
    secure: false,
    doSTARTTLS: false,
    auth: { user, pass: dovecot.password },
    logger: false,
  })
  await client.connect()
  await client.mailboxOpen('INBOX', { readOnly: true })
  const mails = await client.fetchAll('1:*', { flags: true })
  await client.logout()
  return mails.map(({ flags }) => [...(flags ?? [])].filter((flag) => flag !== '\\Recent'))
}

test('a change of UIDVALIDITY neither duplicates nor loses mail', async () => {
  for (const text of ['one', 'two', 'three'])
    await dovecot.append('renumbered', mail.compose({ to: 'renumbered@acme.test', text }), {
      date: hoursAgo(5),
    })
  const inbox_id = await createInbox('renumbered')
  const first = startMailboxWatchers(t)
  await waitForDeliveries(inbox_id, 3)
  await inSync(inbox_id)
  await first.stop()
  await mail.readAll()
  dovecot.changeUidValidity('renumbered')
  await dovecot.append('renumbered', mail.compose({ to: 'renumbered@acme.test', text: 'four' }), {
    date: now(),
  })
  const before = await cursorOf(inbox_id)
  watch()
  const rows = await waitForDeliveries(inbox_id, 4)
  await waitUntil(
    () => cursorOf(inbox_id),
    (cursor) => cursor?.uidvalidity !== before?.uidvalidity && (cursor?.last_uid ?? 0) >= 4,
    'the new numbers',
  )
  expect(await listDeliveries(inbox_id)).toHaveLength(4)
  // It arrived during the renumbering, so it is new.
  expect(rows.at(-1)).toMatchObject({ historical: false })
})

test('the watcher waits for a server that goes away, stores the reason, and misses nothing', async () => {
  const inbox_id = await createInbox('away')
  watch()
  await inSync(inbox_id)
  await dovecot.stop()
  await waitUntil(
    () => cursorOf(inbox_id),
    (cursor) => cursor?.last_error != null,
    'the reason',
  )
  await dovecot.start()
  await dovecot.append('away', mail.compose({ to: 'away@acme.test' }))
  await waitForDeliveries(inbox_id, 1)
  await waitUntil(
    () => cursorOf(inbox_id),
    (cursor) => cursor?.last_error === null,
    'recovery',
  )
})

test('a wrong password is reported, and correcting it needs no restart', async () => {
  await dovecot.append('locked', mail.compose({ to: 'locked@acme.test' }), { date: hoursAgo(1) })
  const inbox_id = await createInbox('locked', { password: 'wrong' })
  watch()
  const cursor = await waitUntil(
    () => cursorOf(inbox_id),
    (seen) => seen?.last_error != null,
    'the reason',
  )
  expect(cursor?.last_error).toMatch(/didn’t accept the username or password/)
  const admin = await t.as(await t.make.agent({ permissions: ['inboxes:manage'] }))
  expect((await admin.get('/api/v1/email/mailboxes')).body.data).toContainEqual({
    inbox_id,
    mailbox: 'locked@127.0.0.1/INBOX',
    synced_at: null,
    since: null,
    last_error: cursor?.last_error,
    messages_on_server: null,
    messages_received: null,
    missing: null,
    checked_at: null,
  })
  const { config } = await t.db
    .selectFrom('inboxes')
    .select('config')
    .where('id', '=', inbox_id)
    .executeTakeFirstOrThrow()
  const { imap } = config as { imap: { password: string }[] }
  await t.db
    .updateTable('inboxes')
    .set({
      config: json({
        imap: imap.map((one) => ({ ...one, password: t.secrets.seal(dovecot.password) })),
        smtp: [],
      }),
    })
    .where('id', '=', inbox_id)
    .execute()
  await waitForDeliveries(inbox_id, 1)
})

test('a disabled inbox is not watched until it is enabled again', async () => {
  const inbox_id = await createInbox('switched')
  watch()
  await inSync(inbox_id)
  const set = (enabled: boolean) =>
    t.db.updateTable('inboxes').set({ enabled }).where('id', '=', inbox_id).execute()
  await set(false)
  await waitUntil(lockCount, (locks) => !locks.includes(inbox_id), 'the lock to be given back')
  await dovecot.append('switched', mail.compose({ to: 'switched@acme.test' }))
  expect(await listDeliveries(inbox_id)).toEqual([])
  await set(true)
  await waitForDeliveries(inbox_id, 1)
  expect((await listDeliveries(inbox_id))[0]).toMatchObject({ historical: false })
})

async function lockCount(): Promise<number[]> {
  const { rows } = await t.pool.query(
    `select objid::int as id from pg_locks where locktype = 'advisory' and classid = 7275542
      and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows.map(({ id }) => id)
}

test('only one of two nodes watches an inbox, and the other takes over when it stops', async () => {
  const commands: string[] = []
  const port = await startProxy(commands, () => false)
  const inbox_id = await createInbox('shared', { port })
  const signIns = () => commands.filter((line) => /^\S+ (?:LOGIN|AUTHENTICATE) /.test(line)).length
  const first = startMailboxWatchers(t)
  await inSync(inbox_id)
  watch()
  await waitUntil(nodesWithLocks, (nodes) => nodes === 2, 'the second node to look')
  await dovecot.append('shared', mail.compose({ to: 'shared@acme.test' }))
  await waitForDeliveries(inbox_id, 1)
  expect(signIns()).toBe(1)
  await first.stop()
  await dovecot.append('shared', mail.compose({ to: 'shared@acme.test' }))
  await waitForDeliveries(inbox_id, 2)
  expect(await listDeliveries(inbox_id)).toHaveLength(2)
  expect(signIns()).toBe(2)
})

async function nodesWithLocks(): Promise<number> {
  const { rows } = await t.pool.query(
    `select count(*) as nodes from pg_stat_activity
     where application_name = 'parley mailboxes' and datname = current_database() and query like '%try_advisory_lock%'`,
  )
  return rows[0].nodes
}

test('a mail that is too large is quarantined with its headers, and later mails are processed', async () => {
  const big = `${mail.compose({ to: 'large@acme.test', subject: 'A film' })}${'x'.repeat(990)}\n`.replace(
    'x'.repeat(990),
    `${'x'.repeat(990)}\n`.repeat(42_500),
  )
  await dovecot.append('large', big, { date: hoursAgo(1) })
  await dovecot.append('large', mail.compose({ to: 'large@acme.test' }), { date: hoursAgo(1) })
  const inbox_id = await createInbox('large')
  watch()
  const rows = await waitForDeliveries(inbox_id, 2)
  expect(rows).toMatchObject([
    { state: 'quarantined', reason: expect.stringMatching(/larger than 40 MB.*still in the mailbox/) },
    { state: 'received' },
  ])
})

test('moving sync_since back also imports the older mail, as historical', async () => {
  await dovecot.append('older', mail.compose({ to: 'older@acme.test' }), { date: hoursAgo(200) })
  await dovecot.append('older', mail.compose({ to: 'older@acme.test' }), { date: hoursAgo(10) })
  const inbox_id = await createInbox('older')
  watch()
  await waitForDeliveries(inbox_id, 1)
  await inSync(inbox_id)
  await t.db
    .updateTable('inboxes')
    .set({ sync_since: hoursAgo(300) })
    .where('id', '=', inbox_id)
    .execute()
  const rows = await waitForDeliveries(inbox_id, 2)
  expect(rows).toMatchObject([{ historical: true }, { historical: true, received_at: hoursAgo(200) }])
})

test('an untrusted certificate is refused, unless the administrator trusts it', async () => {
  const guarded = await startDovecot({ tls: true })
  onTestFinished(() => guarded.remove())
  const tls = { port: guarded.tls_port, tls_type: 'tls' } as const
  await guarded.append('tls', mail.compose({ to: 'tls@acme.test' }), { date: hoursAgo(1) })
  const refused = await createInbox('strict', tls)
  const trusted = await createInbox('tls', { ...tls, tls_skip_verify: true })
  watch()
  await waitForDeliveries(trusted, 1)
  const cursor = await waitUntil(
    () => cursorOf(refused),
    (seen) => seen?.last_error != null,
    'the reason',
  )
  expect(cursor?.last_error).toMatch(/certificate/i)
  // If STARTTLS is configured, a server without it gets no password.
  const plain = await createInbox('plain', { tls_type: 'starttls' })
  const reason = await waitUntil(
    () => cursorOf(plain),
    (seen) => seen?.last_error != null,
    'the reason',
  )
  expect(reason?.last_error).toMatch(/STARTTLS/i)
})

test('a mail at which the server breaks off every time is put aside, and those after it are read', async () => {
  for (const text of ['one', 'poison', 'three'])
    await dovecot.append('poison', mail.compose({ to: 'poison@acme.test', text }), { date: hoursAgo(1) })
  const commands: string[] = []
  const port = await startProxy(commands, (line) =>
    /UID FETCH (?:[\d,:]*,)?2(?:[,:][\d,:]*)? \(.*BODY/.test(line),
  )
  const inbox_id = await createInbox('poison', { port })
  watch()
  const rows = await waitForDeliveries(inbox_id, 3)
  expect(rows.map(({ state, imap_uid }) => [imap_uid, state])).toEqual([
    [1, 'received'],
    [2, 'quarantined'],
    [3, 'received'],
  ])
  expect(rows[1]?.reason).toMatch(
    /failed 5 times to return this email, which is still in the mailbox \(.{10,}\)/,
  )
  // Opened read-only, and fetched without being marked as read (RFC 3501 sections 6.3.2 and 6.4.5).
  expect(commands.filter((line) => / SELECT | BODY\[| STORE |EXPUNGE/.test(line))).toEqual([])
})

/** Forwards everything to Dovecot, but hangs up when a client sends a line that matches. */
async function startProxy(commands: string[], isPoison: (line: string) => boolean): Promise<number> {
  const server = createServer((client) => {
    const upstream = connect(dovecot.port, dovecot.host)
    const hangUp = () => {
      client.destroy()
      upstream.destroy()
    }
    client.on('data', (data) => {
      commands.push(data.toString())
      if (isPoison(data.toString())) hangUp()
      else upstream.write(data)
    })
    upstream.on('data', (data) => client.write(data))
    for (const socket of [client, upstream]) socket.on('error', hangUp).on('close', hangUp)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}
