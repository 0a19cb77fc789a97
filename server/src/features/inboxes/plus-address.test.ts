import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestMail, type TestMail } from '../../testing/email/test-mail.ts'
import { startTestSending, type TestSending } from '../../testing/email/test-sending.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { storeRawMail } from '../email/ledger/raw-mail.ts'
import { insertDelivery } from '../email/ledger/record-delivery.ts'

let t: TestApp
let out: TestSending
let mail: TestMail
beforeAll(async () => {
  t = await startTestApp()
  out = await startTestSending(t)
  mail = await startTestMail(t)
})
afterAll(async () => {
  await mail.stop()
  await out.stop()
  await t.stop()
})

test('receiving the test mail confirms plus-addresses once and starts no conversation', async () => {
  const inbox = await out.inbox('help@acme.test')
  const manager = await t.as(await t.make.agent({ permissions: ['inboxes:manage'] }))
  const proved = async () =>
    (await manager.get(`/api/v1/inboxes/${inbox.id}`)).body.data.plus_addressing_proved_at

  const { body } = await manager.post(`/api/v1/inboxes/${inbox.id}/prove-plus-address`, {})
  expect(body.data).toMatchObject({ server: 'smtp', ok: true })
  expect(await proved()).toBeNull()
  const tested = (await manager.get(`/api/v1/inboxes/${inbox.id}`)).body.data.plus_addressing_tested_at
  expect(tested).toBe(t.clock.now().toISOString())
  const [sent] = out.sink.mails
  const to = sent?.to[0] ?? ''
  expect(to).toMatch(/^help\+check-[0-9a-f]{20}@acme\.test$/)

  const invalidAddress = 'help+check-00000000000000000000@acme.test'
  expect(await mail.receive(mail.compose({ to: invalidAddress }), invalidAddress)).toMatchObject({
    state: 'threaded',
  })
  expect(await proved()).toBeNull()

  const delivery = await mail.receive(sent?.raw ?? '', to, inbox.address)
  expect(delivery).toMatchObject({
    state: 'ignored',
    reason: expect.stringContaining('check plus addressing'),
  })
  expect(await proved()).toBe(t.clock.now().toISOString())
  expect(await t.events()).toContain('inbox.plus_addressing_proved')

  const moved = { ...inbox, sync_since: null, from: 'desk@acme.test', config: { imap: [], smtp: [] } }
  expect((await manager.put(`/api/v1/inboxes/${inbox.id}`, moved)).status).toBe(200)
  expect(await proved()).toBeNull()
})

test('in a mailbox, the test mail also reveals the authserv-id of its server', async () => {
  const inbox = await out.inbox('box@acme.test')
  const manager = await t.as(await t.make.agent({ permissions: ['inboxes:manage'] }))
  const proposed = async () =>
    (await manager.get(`/api/v1/inboxes/${inbox.id}`)).body.data.proposed_authserv_id
  const arrive = async (source: 'imap' | 'smtp', uid: number) => {
    const before = out.sink.mails.length
    await manager.post(`/api/v1/inboxes/${inbox.id}/prove-plus-address`, {})
    const sent = out.sink.mails[before]
    const raw = Buffer.concat([
      Buffer.from('Authentication-Results: mx.acme.test; spf=pass smtp.mailfrom=acme.test\r\n'),
      sent?.raw ?? Buffer.alloc(0),
    ])
    const raw_hash = await storeRawMail(t.files.mail, raw)
    await t.act(t.system, (tx) =>
      insertDelivery(tx, {
        inbox_id: inbox.id,
        source,
        envelope: { peer: null, helo: null, from: null, recipients: sent?.to ?? [] },
        raw_hash,
        raw_size: raw.length,
        ...(source === 'imap' && { imap_folder: 'INBOX', imap_uidvalidity: 1, imap_uid: uid }),
      }),
    )
    await mail.readAll()
  }
  // Over SMTP the header may be forged by the sender.
  await arrive('smtp', 1)
  expect(await proposed()).toBeNull()
  await arrive('imap', 2)
  expect(await proposed()).toBe('mx.acme.test')
})

test('a refusing server is reported, and an inbox that cannot send explains what to do', async () => {
  const manager = await t.as(await t.make.agent({ permissions: ['inboxes:manage'] }))
  const inbox = await out.inbox()
  out.sink.behave({ kind: 'refuse', code: 550, text: '5.1.1 No such user', at: 'rcpt' })
  const { body } = await manager.post(`/api/v1/inboxes/${inbox.id}/prove-plus-address`, {})
  expect(body.data).toMatchObject({ ok: false, answer: expect.stringContaining('550 5.1.1 No such user') })

  const bare = await out.inbox(undefined, null)
  expect(await manager.post(`/api/v1/inboxes/${bare.id}/prove-plus-address`, {})).toMatchObject({
    status: 409,
  })
  expect(await manager.post('/api/v1/inboxes/9999/prove-plus-address', {})).toMatchObject({ status: 404 })
})
