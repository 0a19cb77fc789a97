import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import type { ImapConfig } from '@parley/contract/inboxes/inboxes'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { json } from '../../../db/json.ts'
import { type Dovecot, startDovecot } from '../../../testing/email/dovecot.ts'
import { startTestMail, type TestMail } from '../../../testing/email/test-mail.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { startMailboxWatchers } from './mailbox-watchers.ts'

export let t: TestApp

export let mail: TestMail

export let dovecot: Dovecot

/** Creates an inbox that reads the mailbox of this user. */
export async function createInbox(
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

export const watch = (node: TestApp['node'] = t.node) => {
  const watchers = startMailboxWatchers({ ...t, node, first_retry_delay_ms: 50 })
  onTestFinished(() => watchers.stop())
  return watchers
}

/** Polls until the ledger of this inbox contains what the test waits for. */
export async function waitUntil<T>(
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

export const listDeliveries = async (inbox_id: number) =>
  (await mail.deliveries()).filter((delivery) => delivery.inbox_id === inbox_id)

export const waitForDeliveries = (inbox_id: number, count: number) =>
  waitUntil(
    () => listDeliveries(inbox_id),
    (rows) => rows.length >= count,
    `${count} deliveries`,
  )

export const cursorOf = (inbox_id: number) =>
  t.db.selectFrom('imap_cursors').selectAll().where('inbox_id', '=', inbox_id).executeTakeFirst()

export const inSync = (inbox_id: number) =>
  waitUntil(
    () => cursorOf(inbox_id),
    (cursor) => cursor?.synced_at != null,
    'the first sync',
  )

export const now = () => t.clock.now()

export const hoursAgo = (hours: number) => new Date(now().getTime() - hours * 3_600_000)

/** Forwards everything to Dovecot, but hangs up when a client sends a line that matches. */
export async function startProxy(commands: string[], isPoison: (line: string) => boolean): Promise<number> {
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

export function setUpMailboxes() {
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
}
