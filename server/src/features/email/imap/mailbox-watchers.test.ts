import { expect, onTestFinished, test } from 'vitest'
import { json } from '../../../db/json.ts'
import { startDovecot } from '../../../testing/email/dovecot.ts'
import { openCursor, updateCursor } from './cursor.ts'
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
  await waitUntil(listHolders, (holders) => !holders.has(inbox_id), 'the lease to be released')
  await dovecot.append('switched', mail.compose({ to: 'switched@acme.test' }))
  expect(await listDeliveries(inbox_id)).toEqual([])
  await set(true)
  await waitForDeliveries(inbox_id, 1)
  expect((await listDeliveries(inbox_id))[0]).toMatchObject({ historical: false })
})

/** The node that watches each inbox. */
async function listHolders(): Promise<Map<number, string>> {
  const { rows } = await t.pool.query(
    `select split_part(name, ' ', 2)::int as inbox_id, node_id from leases where name like 'inbox %'`,
  )
  return new Map(rows.map(({ inbox_id, node_id }) => [inbox_id, node_id]))
}

test('only one of two nodes watches an inbox, and the other takes over when it stops', async () => {
  const commands: string[] = []
  const port = await startProxy(commands, () => false)
  const inbox_id = await createInbox('shared', { port })
  const signIns = () => commands.filter((line) => /^\S+ (?:LOGIN|AUTHENTICATE) /.test(line)).length
  const first = watch(await startOtherNode(longLease_ms))
  await inSync(inbox_id)
  watch(await startOtherNode(longLease_ms))
  // It scans for inboxes once a second.
  const [before] = await acquisitions()
  await waitUntil(acquisitions, ([count]) => (count ?? 0) > (before ?? 0), 'the second node to look')
  await dovecot.append('shared', mail.compose({ to: 'shared@acme.test' }))
  await waitForDeliveries(inbox_id, 1)
  expect(signIns()).toBe(1)
  await first.stop()
  await dovecot.append('shared', mail.compose({ to: 'shared@acme.test' }))
  await waitForDeliveries(inbox_id, 2)
  expect(await listDeliveries(inbox_id)).toHaveLength(2)
  expect(signIns()).toBe(2)
})

/** Each attempt takes a number, also one that fails. */
async function acquisitions(): Promise<number[]> {
  const { rows } = await t.pool.query('select last_value as count from lease_fences')
  return rows.map(({ count }) => count)
}

/** Of a node that neither loses its lease when the machine is busy, nor renews it, before the test ends. */
const longLease_ms = 240_000

async function startOtherNode(lease_ttl_ms?: number) {
  const node = await t.startTestNode(lease_ttl_ms)
  onTestFinished(() => node.stop())
  return node
}

test('nodes share the inboxes evenly, also when one joins later', async () => {
  const inboxes = [await createInbox('one'), await createInbox('two'), await createInbox('three')]
  watch()
  for (const inbox_id of inboxes) await inSync(inbox_id)
  expect(new Set((await listHolders()).values())).toEqual(new Set([t.node.id]))
  const other = await startOtherNode()
  watch(other)
  const countsByNode = async () => {
    const holders = [...(await listHolders()).values()]
    return [t.node, other].map(({ id }) => holders.filter((holder) => holder === id).length)
  }
  await waitUntil(countsByNode, ([mine, theirs]) => mine === 2 && theirs === 1, 'an even share')
  await dovecot.append('one', mail.compose({ to: 'one@acme.test' }))
  await dovecot.append('two', mail.compose({ to: 'two@acme.test' }))
  await dovecot.append('three', mail.compose({ to: 'three@acme.test' }))
  for (const inbox_id of inboxes) await waitForDeliveries(inbox_id, 1)
})

test('an inbox of a node that stopped responding moves to another, and the first can’t change its cursor any more', async () => {
  const inbox_id = await createInbox('frozen')
  const first = await startOtherNode(longLease_ms)
  const firstWatchers = watch(first)
  await inSync(inbox_id)
  const { fence } = (await cursorOf(inbox_id)) ?? { fence: 0 }
  const stale = { inbox_id, folder: 'frozen@127.0.0.1/INBOX', fence }
  await updateCursor(t.db, stale, { last_error: null })
  // As if nothing had renewed it for a while.
  await t.pool.query(
    `update leases set expires_at = clock_timestamp() - interval '1 s', node_id = gen_random_uuid() where node_id = $1`,
    [first.id],
  )
  watch()
  await waitUntil(listHolders, (holders) => holders.get(inbox_id) === t.node.id, 'the takeover')
  await waitUntil(
    () => cursorOf(inbox_id),
    (cursor) => (cursor?.fence ?? 0) > fence,
    'the new lease on the cursor',
  )
  await expect(updateCursor(t.db, stale, { last_uid: 0 })).rejects.toThrow(
    'Another node reads this mailbox now',
  )
  await expect(openCursor(t.db, stale)).rejects.toThrow('Another node reads this mailbox now')
  await firstWatchers.stop()
  expect((await listHolders()).get(inbox_id)).toBe(t.node.id)
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
