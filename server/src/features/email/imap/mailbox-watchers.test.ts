import { expect, onTestFinished, test } from 'vitest'
import { json } from '../../../db/json.ts'
import { startDovecot } from '../../../testing/email/dovecot.ts'
import {
  createInbox,
  cursorOf,
  dovecot,
  hoursAgo,
  inSync,
  listDeliveries,
  mail,
  setUpMailboxes,
  startProxy,
  t,
  waitForDeliveries,
  waitUntil,
  watch,
} from './mailbox-suite.ts'
import { startMailboxWatchers } from './mailbox-watchers.ts'

setUpMailboxes()

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
