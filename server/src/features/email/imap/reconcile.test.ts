import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { json } from '../../../db/json.ts'
import { type Dovecot, startDovecot } from '../../../testing/email/dovecot.ts'
import { startTestMail, type TestMail } from '../../../testing/email/test-mail.ts'
import { type ImapProxy, startImapProxy } from '../../../testing/imap-chaos/imap-proxy.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { trashConversation } from '../../conversations/trash/trash-conversation.ts'
import { processDelivery } from '../filing/process-delivery.ts'
import { removeRawMail } from '../ledger/erase-delivery.ts'
import { purgeTrash } from '../ledger/purge-trash.ts'
import type { Mailbox } from './imap-client.ts'
import { missingUids } from './sync-scope.ts'
import { watchMailbox } from './watch-mailbox.ts'

let t: TestApp
let mail: TestMail
let dovecot: Dovecot
let proxy: ImapProxy
beforeAll(async () => {
  t = await startTestApp()
  mail = await startTestMail(t)
  dovecot = await startDovecot()
  proxy = await startImapProxy(dovecot)
})
afterAll(async () => {
  await proxy.stop()
  await mail.stop()
  await dovecot.remove()
  await t.stop()
})

const hours = (count: number) => count * 3_600_000
const timeAgo = (ms: number) => new Date(t.clock.now().getTime() - ms)

async function createMailbox(user: string, sync_since: Date | null = null) {
  const { id: inbox_id } = await t.make.inbox(`${user}@acme.test`)
  const mailbox: Mailbox = {
    inbox_id,
    sync_since,
    fence: 1,
    config: {
      host: '127.0.0.1',
      port: proxy.port,
      username: user,
      password: dovecot.password,
      mailbox: 'INBOX',
      read_interval: '5m',
      scan_inbox_since: '48h',
      tls_type: 'none',
      tls_skip_verify: false,
    },
  }
  const cursor = () =>
    t.db.selectFrom('imap_cursors').selectAll().where('inbox_id', '=', inbox_id).executeTakeFirst()
  const ledger = () =>
    t.db
      .selectFrom('mail_deliveries')
      .selectAll()
      .where('inbox_id', '=', inbox_id)
      .orderBy('imap_uid')
      .execute()
  /** Starts a watcher, and waits until it has compared the mailbox with the ledger. */
  const watch = async (changes: Partial<Mailbox> = {}) => {
    await t.db
      .updateTable('imap_cursors')
      .set({ reconciled_at: null })
      .where('inbox_id', '=', inbox_id)
      .execute()
    const watcher = watchMailbox({ ...t, first_retry_delay_ms: 20 }, { ...mailbox, ...changes })
    onTestFinished(() => watcher.stop())
    await expect.poll(async () => (await cursor())?.reconciled_at ?? null).not.toBe(null)
    return watcher
  }
  /** Watches the mailbox until it has been compared with the ledger once more. */
  const read = async (changes: Partial<Mailbox> = {}) => {
    const watcher = await watch(changes)
    await watcher.stop()
    return cursor()
  }
  /** Processes the deliveries of this inbox. */
  const processDeliveries = async () => {
    for (const { id } of await ledger()) await processDelivery(mail.reading, id)
  }
  return { inbox_id, cursor, ledger, watch, read, processDeliveries, mailbox }
}

const composeMails = (user: string, count: number) =>
  Array.from({ length: count }, (_, n) =>
    mail.compose({ to: `${user}@acme.test`, id: `${n}.${user}@customer.test` }),
  )

/** Moves the cursor past mail that was not imported, as earlier versions did. */
const skipToUid = (inbox_id: number, last_uid: number) =>
  t.db.updateTable('imap_cursors').set({ last_uid }).where('inbox_id', '=', inbox_id).execute()

test('missing mail is on the server, in scope and not accounted for', () => {
  expect(missingUids([1, 2, 3, 5, 8], new Set([2, 4]), new Set([8]))).toEqual([1, 3, 5])
  expect(missingUids([], new Set([1]), new Set())).toEqual([])
})

test('an installation whose cursor skipped mail that was never received repairs itself', async () => {
  const { inbox_id, cursor, ledger, read } = await createMailbox('passed')
  await dovecot.appendAll('passed', composeMails('passed', 3), { date: timeAgo(hours(1)) })
  await read()
  await dovecot.appendAll('passed', composeMails('passed', 70).slice(3), { date: timeAgo(hours(30)) })
  await skipToUid(inbox_id, 70)
  await dovecot.append('passed', mail.compose({ to: 'passed@acme.test' }))
  await read()
  const rows = await ledger()
  expect(rows.map(({ imap_uid }) => imap_uid)).toEqual(Array.from({ length: 71 }, (_, n) => n + 1))
  // It arrived live, so it becomes a conversation like any other mail, dated when it arrived.
  expect(rows[9]).toMatchObject({ historical: false, received_at: timeAgo(hours(30)) })
  expect(rows[70]).toMatchObject({ historical: false, received_at: t.clock.now() })
  expect(await cursor()).toMatchObject({
    last_uid: 71,
    messages_on_server: 71,
    messages_received: 71,
    reconciled_at: t.clock.now(),
  })
})

test('a mailbox shows how many messages the server has and how many were received', async () => {
  const { inbox_id, read, mailbox } = await createMailbox('counted', timeAgo(hours(72)))
  await dovecot.appendAll('counted', composeMails('counted', 2), { date: timeAgo(hours(100)) })
  await dovecot.appendAll('counted', composeMails('counted', 5).slice(2), { date: timeAgo(hours(71)) })
  await read()
  const admin = await t.as(await t.make.agent({ permissions: ['inboxes:manage'] }))
  const health = async () => {
    const { inboxes } = (await admin.get('/api/v1/email/health')).body.data
    return inboxes.find((one: { inbox_id: number }) => one.inbox_id === inbox_id).mailboxes
  }
  await t.db
    .updateTable('inboxes')
    .set({ config: json({ imap: [mailbox.config], smtp: [] }) })
    .where('id', '=', inbox_id)
    .execute()
  // Mail from before sync_since is not counted.
  expect(await health()).toMatchObject([
    { messages_on_server: 3, messages_received: 3, missing: 0, checked_at: t.clock.now().toISOString() },
  ])
  await t.db
    .updateTable('imap_cursors')
    .set({ messages_received: 1 })
    .where('inbox_id', '=', inbox_id)
    .execute()
  expect(await health()).toMatchObject([{ messages_on_server: 3, messages_received: 1, missing: 2 }])
})

test('counts follow new mail and mail deleted elsewhere', async () => {
  const { inbox_id, cursor, watch, read } = await createMailbox('moving')
  await dovecot.appendAll('moving', composeMails('moving', 5), { date: timeAgo(hours(1)) })
  const watcher = await watch()
  expect(await cursor()).toMatchObject({ messages_on_server: 5, messages_received: 5 })
  await dovecot.append('moving', mail.compose({ to: 'moving@acme.test' }))
  await expect.poll(cursor).toMatchObject({ messages_on_server: 6, messages_received: 6 })
  await watcher.stop()
  await dovecot.expunge('moving', [1, 2])
  expect(await read()).toMatchObject({ messages_on_server: 4, messages_received: 4, inbox_id })
})

test('moving sync_since back counts and fetches the older mail', async () => {
  const { ledger, read } = await createMailbox('further')
  await dovecot.appendAll('further', composeMails('further', 2), { date: timeAgo(hours(200)) })
  await dovecot.appendAll('further', composeMails('further', 4).slice(2), { date: timeAgo(hours(10)) })
  expect(await read()).toMatchObject({ messages_on_server: 2, messages_received: 2 })
  expect(await read({ sync_since: timeAgo(hours(300)) })).toMatchObject({
    messages_on_server: 4,
    messages_received: 4,
  })
  expect(await ledger()).toMatchObject(Array(4).fill({ historical: true }))
})

test('after a change of UIDVALIDITY nothing is duplicated, counts agree, and old mail is not fetched again', async () => {
  const { cursor, ledger, read, processDeliveries } = await createMailbox('anew', timeAgo(hours(24 * 60)))
  await dovecot.appendAll('anew', composeMails('anew', 6), { date: timeAgo(hours(24 * 30)) })
  await dovecot.appendAll('anew', composeMails('anew', 10).slice(6), { date: timeAgo(hours(24)) })
  await read()
  await processDeliveries()
  dovecot.changeUidValidity('anew')
  const before = proxy.lines.length
  await read()
  expect(await ledger()).toHaveLength(10)
  expect(await cursor()).toMatchObject({ messages_on_server: 10, messages_received: 10 })
  const fetched = proxy.lines.slice(before).filter((line) => line.includes('BODY.PEEK[]'))
  expect(fetched.map((line) => /UID FETCH (\d+)/.exec(line)?.[1])).toEqual(['7'])
})

/** The only delivery of the inbox in this state, as returned by the API. */
async function getOnlyDelivery(inbox_id: number) {
  const admin = await t.as(await t.make.agent({ permissions: ['inboxes:manage'] }))
  const { results } = (await admin.get(`/api/v1/email/deliveries?inbox_id=${inbox_id}`)).body.data
  expect(results).toHaveLength(1)
  return { admin, delivery: results[0], path: `/api/v1/email/deliveries/${results[0].id}` }
}

test('an erased mail leaves no trace of its content, and is not received again under the same or another UID', async () => {
  const { inbox_id, cursor, ledger, read, processDeliveries } = await createMailbox('erased')
  // Without a sender it is quarantined.
  const raw = 'Message-ID: <secret-id@customer.test>\nSubject: A secret\n\nNobody wrote this.\n'
  await dovecot.append('erased', raw, { date: timeAgo(hours(1)) })
  await read()
  await processDeliveries()
  const { admin, delivery, path } = await getOnlyDelivery(inbox_id)
  expect(delivery).toMatchObject({ state: 'quarantined', message_id: 'secret-id@customer.test' })
  const counts = async () => (await admin.get('/api/v1/email/deliveries/counts')).body.data
  const before = await counts()
  const { raw_hash } = (await ledger())[0] ?? {}

  expect(await admin.del(path)).toMatchObject({ status: 200 })
  expect(await counts()).toEqual({
    ...before,
    quarantined: before.quarantined - 1,
    erased: before.erased + 1,
  })
  const [row] = await ledger()
  expect(row).toMatchObject({
    state: 'erased',
    reason: null,
    message_id: null,
    subject: null,
    from_address: null,
    body_hash: null,
    raw_hash: Buffer.alloc(0),
  })
  const tombstones = await t.db
    .selectFrom('mail_tombstones')
    .selectAll()
    .where('inbox_id', '=', inbox_id)
    .execute()
  expect(tombstones).toHaveLength(1)
  expect(JSON.stringify(tombstones)).not.toContain('secret')
  await removeRawMail(t.db, t.files.mail, raw_hash as Buffer, 0)
  await expect(t.files.mail.get(raw_hash as Buffer, '.zst')).rejects.toThrow('ENOENT')

  // The ledger row alone does not prevent it: it would be deleted with the inbox's history.
  await t.db.deleteFrom('mail_deliveries').where('inbox_id', '=', inbox_id).execute()
  await skipToUid(inbox_id, 0)
  expect(await read()).toMatchObject({ messages_on_server: 1, messages_received: 1 })
  expect(await ledger()).toEqual([])
  dovecot.changeUidValidity('erased')
  expect(await read()).toMatchObject({ messages_on_server: 1, messages_received: 1 })
  await dovecot.append('erased', raw)
  expect(await read()).toMatchObject({ messages_on_server: 2, messages_received: 2 })
  expect(await ledger()).toEqual([])
  await expect(t.files.mail.get(raw_hash as Buffer, '.zst')).rejects.toThrow('ENOENT')
  expect(await cursor()).toMatchObject({ last_uid: 2 })
})

test('mail of a conversation that was deleted permanently is not imported again under the same or another UID', async () => {
  const { inbox_id, ledger, read, processDeliveries } = await createMailbox('purged')
  const raw = mail.compose({ to: 'purged@acme.test', id: 'purged@customer.test' })
  await dovecot.append('purged', raw, { date: timeAgo(hours(1)) })
  await read()
  await processDeliveries()
  const [delivery] = await ledger()
  const c = await mail.conversation(delivery?.conversation_id ?? 0)
  await t.act(t.system, (tx) => trashConversation(tx, c, 'deleted'))
  await t.db
    .updateTable('conversations')
    .set({ deleted_at: timeAgo(hours(31 * 24)) })
    .where('id', '=', c.id)
    .execute()
  await purgeTrash(t, t.clock.now())
  expect((await ledger()).map(({ state }) => state)).toEqual(['erased'])
  await dovecot.append('purged', raw)
  dovecot.changeUidValidity('purged')
  await read()
  await processDeliveries()
  expect((await ledger()).map(({ state }) => state)).toEqual(['erased'])
  const conversations = await t.db
    .selectFrom('conversations')
    .select('id')
    .where('inbox_id', '=', inbox_id)
    .execute()
  expect(conversations).toEqual([])
})

test('erased mail without a Message-ID is recognised by its content', async () => {
  const { inbox_id, ledger, read, processDeliveries } = await createMailbox('nameless')
  const raw = 'Subject: No name\n\nNobody wrote this either.\n'
  await dovecot.append('nameless', raw, { date: timeAgo(hours(1)) })
  await read()
  await processDeliveries()
  const { admin, path } = await getOnlyDelivery(inbox_id)
  await t.db
    .updateTable('mail_deliveries')
    .set({ message_id: null })
    .where('inbox_id', '=', inbox_id)
    .execute()
  await admin.del(path)
  await dovecot.append('nameless', raw)
  expect(await read()).toMatchObject({ messages_on_server: 2, messages_received: 2 })
  expect(await ledger()).toHaveLength(1)
})

test('mail in a conversation, in processing, or already erased cannot be erased', async () => {
  const { inbox_id, read, processDeliveries } = await createMailbox('kept')
  await dovecot.append('kept', mail.compose({ to: 'kept@acme.test' }), { date: timeAgo(hours(1)) })
  await read()
  const { admin, path } = await getOnlyDelivery(inbox_id)
  const refusal = async () => (await admin.del(path)).body.message
  expect(await refusal()).toMatch('being processed')
  await processDeliveries()
  expect(await refusal()).toMatch('part of a conversation')
  await t.db
    .updateTable('mail_deliveries')
    .set({ state: 'ignored', reason: 'a test' })
    .where('inbox_id', '=', inbox_id)
    .execute()
  expect((await admin.del(path)).status).toBe(200)
  expect(await refusal()).toMatch('already erased')
  expect((await admin.post(`${path}/replay`)).body.message).toMatch('was erased')
})
