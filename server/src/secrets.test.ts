import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ImapConfig, SmtpConfig } from '@parley/contract/inboxes/inboxes'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { json } from './db/json.ts'
import { startMailboxWatchers } from './features/email/imap/mailbox-watchers.ts'
import { deliverMessage } from './features/email/sending/deliver-message.ts'
import { encryptConfig } from './features/inboxes/inbox-config.ts'
import { createSecrets, loadSecrets } from './secrets.ts'
import { startTestSending, type TestSending } from './testing/email/test-sending.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'
import { eventually } from './testing/web-sockets.ts'

let t: TestApp
let out: TestSending
beforeAll(async () => {
  t = await startTestApp()
  out = await startTestSending(t)
})
afterAll(async () => {
  await out.stop()
  await t.stop()
})

test('a sealed value reveals nothing, differs each time, and opens only with its own key', () => {
  const [one, other] = [createSecrets('one key'), createSecrets('another key')]
  const sealed = one.seal('open sesame')
  expect(sealed).not.toContain('sesame')
  expect(one.seal('open sesame')).not.toBe(sealed)
  expect(one.open(sealed)).toBe('open sesame')
  expect(() => other.open(sealed)).toThrow('sealed under another key')
  const tampered = `${sealed.slice(0, -4)}${sealed.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
  expect(() => one.open(tampered)).toThrow()
})

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'parley-secrets-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

test('the first start creates a key that only we can read, concurrent starts agree on it, and later ones keep it', async () => {
  const data = await folder()
  const [one, two] = await Promise.all([loadSecrets(data, undefined), loadSecrets(data, undefined)])
  expect(two.open(one.seal('both'))).toBe('both')
  expect((await loadSecrets(data, undefined)).key_id).toBe(one.key_id)
  expect(await readdir(data)).toEqual(['secret.key'])
  expect((await stat(join(data, 'secret.key'))).mode & 0o777).toBe(0o600)
  expect((await readFile(join(data, 'secret.key'), 'utf8')).length).toBe(44)
})

test('an empty key file is rejected: anyone could open what it sealed', async () => {
  const data = await folder()
  await writeFile(join(data, 'secret.key'), '')
  await expect(loadSecrets(data, undefined)).rejects.toThrow('holds no key')
})

test('after a key change the server starts, reports what cannot be decrypted, and works once it is entered again', async () => {
  const inbox = await out.inbox('rotated@acme.test')
  const server = { host: '127.0.0.1', port: 1, username: 'help', password: 'of before', tls_type: 'none' }
  const config = {
    imap: [ImapConfig.parse(server)],
    smtp: [SmtpConfig.parse({ ...server, host: out.sink.host, port: out.sink.port })],
  }
  const before = createSecrets('the key of before')
  await t.db
    .updateTable('inboxes')
    .set({ config: json(encryptConfig(before, config, {})) })
    .where('id', '=', inbox.id)
    .execute()

  const watchers = startMailboxWatchers({ ...t, first_retry_delay_ms: 50 })
  onTestFinished(() => watchers.stop())
  const readLastError = async () =>
    (await t.db.selectFrom('imap_cursors').select('last_error').where('inbox_id', '=', inbox.id).execute())[0]
      ?.last_error
  await eventually(async () => (await readLastError())?.includes('sealed under another key') ?? false)

  const manager = await t.as(await t.make.agent({ permissions: ['inboxes:manage'] }))
  expect((await manager.get('/api/v1/inboxes')).status).toBe(200)
  const m = await out.reply(await t.make.conversation({ inbox_id: inbox.id, email: 'grace@customer.test' }))
  await deliverMessage(out.deps, m.id)
  expect(await out.message(m.id)).toMatchObject({
    status: 'pending',
    delivery_error: expect.stringContaining('sealed under another key'),
  })

  const saved = await manager.put(`/api/v1/inboxes/${inbox.id}`, {
    ...inbox,
    sync_since: null,
    config: { imap: [], smtp: [{ ...config.smtp[0], username: '', password: 'anew' }] },
  })
  expect(saved.status).toBe(200)
  await deliverMessage(out.deps, m.id)
  expect(await out.message(m.id)).toMatchObject({ status: 'sent' })
})
