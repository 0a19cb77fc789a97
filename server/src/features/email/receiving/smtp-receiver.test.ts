import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../../log.ts'
import { sendSmtpLines, startTestMail, type TestMail } from '../../../testing/email/test-mail.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { readRawMail } from '../ledger/raw-mail.ts'
import { startSmtpReceiver } from './smtp-receiver.ts'

let t: TestApp
let mail: TestMail
beforeAll(async () => {
  t = await startTestApp()
  mail = await startTestMail(t)
})
afterAll(async () => {
  await mail.stop()
  await t.stop()
})

test('a mail is durable, recorded in the ledger and queued before it is acknowledged', async () => {
  const { id } = await t.make.inbox('help@acme.test')
  const raw = mail.compose({ to: 'help@acme.test' })
  await mail.send(raw, 'help@acme.test')
  const [delivery] = await mail.deliveries()
  expect(delivery).toMatchObject({
    inbox_id: id,
    source: 'smtp',
    state: 'received',
    historical: false,
    received_at: t.clock.now(),
    envelope: { peer: '127.0.0.1', from: 'grace@customer.test', recipients: ['help@acme.test'] },
  })
  expect((await readRawMail(t.files.mail, delivery?.raw_hash ?? Buffer.alloc(0))).toString()).toBe(
    raw.replaceAll('\n', '\r\n'),
  )
  expect(await t.jobs()).toContainEqual({
    task: 'read_delivery',
    run_at: t.clock.now(),
    key: `read_delivery:${delivery?.id}`,
  })
})

test('a mail to two inboxes is one delivery for each, whichever addresses it uses', async () => {
  const one = await t.make.inbox('one@acme.test')
  const two = await t.make.inbox('two@acme.test')
  await t.db
    .updateTable('inboxes')
    .set({ aliases: ['zwei@acme.test'] })
    .where('id', '=', two.id)
    .execute()
  await mail.send(mail.compose({ to: 'one@acme.test' }), [
    'ONE@acme.test',
    'one+abc@acme.test',
    'zwei@acme.test',
  ])
  const added = (await mail.deliveries()).slice(-2)
  expect(added).toMatchObject([
    { inbox_id: one.id, envelope: { recipients: ['one@acme.test', 'one+abc@acme.test'] } },
    { inbox_id: two.id, envelope: { recipients: ['zwei@acme.test'] } },
  ])
})

test('an inbox that is itself a plus-address gets its own mail, also with another plus extension', async () => {
  const plain = await t.make.inbox('shop@acme.test')
  const plus = await t.make.inbox('shop+eu@acme.test')
  const inboxFor = async (address: string) => {
    await mail.send(mail.compose({ to: address }), address)
    return (await mail.deliveries()).at(-1)?.inbox_id
  }
  expect(await inboxFor('shop@acme.test')).toBe(plain.id)
  expect(await inboxFor('shop+us@acme.test')).toBe(plain.id)
  expect(await inboxFor('shop+eu@acme.test')).toBe(plus.id)
  expect(await inboxFor('shop+eu+token@acme.test')).toBe(plus.id)
})

test('unknown addresses and disabled inboxes are refused permanently and leave no trace', async () => {
  const off = await t.make.inbox('off@acme.test')
  const imapOnly = await t.make.inbox('imap@acme.test')
  const deleted = await t.make.inbox('gone@acme.test')
  const set = (id: number, values: object) =>
    t.db.updateTable('inboxes').set(values).where('id', '=', id).execute()
  await set(off.id, { enabled: false })
  await set(imapOnly.id, { receiver_enabled: false })
  await set(deleted.id, { deleted_at: t.clock.now() })
  const before = (await mail.deliveries()).length
  for (const address of [
    'off@acme.test',
    'imap@acme.test',
    'gone@acme.test',
    'nobody@acme.test',
    'help@else.test',
  ])
    await expect(mail.send('Subject: x\n\nx', address)).rejects.toMatchObject({ responseCode: 550 })
  expect(await mail.deliveries()).toHaveLength(before)
})

test('a mail over the size limit is refused with 552 and not stored', async () => {
  await t.make.inbox('big@acme.test')
  const before = (await mail.deliveries()).length
  const big = Buffer.concat([Buffer.from('Subject: big\r\n\r\n'), Buffer.alloc(41 * 1024 * 1024, 'a')])
  await expect(mail.send(big, 'big@acme.test')).rejects.toMatchObject({ responseCode: 552 })
  expect(await mail.deliveries()).toHaveLength(before)
})

test('a new upload limit applies from the next connection on, up to what the receiver can buffer', async () => {
  await t.make.inbox('larger@acme.test')
  const changeUploadLimit = async (megabytes: number) => {
    const value = JSON.stringify(megabytes)
    await t.db
      .insertInto('settings')
      .values({ key: 'app.max_file_upload_size', value, updated_at: t.clock.now() })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
  }
  const readAdvertisedSize = async () => {
    const socket = connect(mail.receiver.port, '127.0.0.1')
    socket.once('data', () => socket.write('EHLO customer.test\r\nQUIT\r\n'))
    return /SIZE (\d+)/.exec(await text(socket))?.[1]
  }
  onTestFinished(() => changeUploadLimit(20))
  await changeUploadLimit(40)
  expect(await readAdvertisedSize()).toBe(String(60 * 1024 * 1024))
  await mail.send(
    Buffer.concat([Buffer.from('Subject: big\r\n\r\n'), Buffer.alloc(41 * 1024 * 1024, 'a\r\n')]),
    'larger@acme.test',
  )
  await changeUploadLimit(500)
  expect(await readAdvertisedSize()).toBe(String(256 * 1024 * 1024))
})

test('while the database is unavailable, the sender is asked to retry', async () => {
  await t.make.inbox('away@acme.test')
  const failing = {
    ...t,
    store: t.files.mail,
    act: () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })),
  }
  const receiver = await startSmtpReceiver(failing, { port: 0, host: '127.0.0.1', name: t.ehlo })
  const answers = await sendSmtpLines(receiver.port, [
    'EHLO customer.test',
    'MAIL FROM:<grace@customer.test>',
    'RCPT TO:<away@acme.test>',
    'DATA',
    'Subject: x\r\n\r\nx\r\n.',
    'QUIT',
  ])
  await receiver.stop()
  expect(answers.map((line) => line.slice(0, 3))).toEqual(['220', '250', '250', '250', '354', '451', '221'])
})

test('while the disk is full, the sender is asked to retry', async () => {
  await t.make.inbox('full@acme.test')
  const full = {
    ...t.files.mail,
    putBeside: () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' })),
  }
  const before = (await mail.deliveries()).length
  const receiver = await startSmtpReceiver(
    { ...t, store: full },
    { port: 0, host: '127.0.0.1', name: t.ehlo },
  )
  const answers = await sendSmtpLines(receiver.port, [
    'EHLO customer.test',
    'MAIL FROM:<>',
    'RCPT TO:<full@acme.test>',
    'DATA',
    'Subject: x\r\n\r\nx\r\n.',
    'QUIT',
  ])
  await receiver.stop()
  expect(answers[5]).toMatch(/^452 4\.3\.1 /)
  expect(await mail.deliveries()).toHaveLength(before)
})

test('a connection that breaks in the middle of a mail leaves nothing', async () => {
  await t.make.inbox('half@acme.test')
  const before = (await mail.deliveries()).length
  await sendSmtpLines(mail.receiver.port, [
    'EHLO customer.test',
    'MAIL FROM:<>',
    'RCPT TO:<half@acme.test>',
    'DATA',
  ])
  expect(await mail.deliveries()).toHaveLength(before)
})

test('a client that hangs up in the middle of a mail is no failure on our side', async () => {
  await t.make.inbox('hang-up@acme.test')
  const lines: { msg: string; level: number }[] = []
  const deferrals: string[] = []
  const receiver = await startSmtpReceiver(
    {
      ...{ ...t, store: t.files.mail },
      log: createLog('debug', { write: (line) => void lines.push(JSON.parse(line)) }),
      onDeferred: (reason) => void deferrals.push(reason),
    },
    { port: 0, host: '127.0.0.1', name: t.ehlo },
  )
  await sendSmtpLines(receiver.port, [
    'EHLO customer.test',
    'MAIL FROM:<>',
    'RCPT TO:<hang-up@acme.test>',
    'DATA',
  ])
  await expect.poll(() => lines.map(({ msg }) => msg)).toContain('client hung up during a mail')
  await receiver.stop()
  expect(deferrals).toEqual([])
  expect(lines.filter(({ level }) => level > 20)).toEqual([])
})

test('a connection that is open for too long ends between two emails, never within one', async () => {
  await t.make.inbox('long@acme.test')
  let time = 0
  const receiver = await startSmtpReceiver(
    { ...t, store: t.files.mail },
    { port: 0, host: '127.0.0.1', name: t.ehlo, now: () => time },
  )
  const before = (await mail.deliveries()).length
  const lines = [
    'EHLO customer.test',
    'MAIL FROM:<grace@customer.test>',
    'RCPT TO:<long@acme.test>',
    'DATA',
    'Subject: x\r\n\r\nx\r\n.',
    'MAIL FROM:<grace@customer.test>',
    'RCPT TO:<long@acme.test>',
  ]
  const answers = await sendSmtpLines(receiver.port, lines, (line) => {
    if (line === 'DATA') time = 16 * 60_000
  })
  await receiver.stop()
  expect(answers.map((line) => line.slice(0, 3))).toEqual(['220', '250', '250', '250', '354', '250', '421'])
  expect(await mail.deliveries()).toHaveLength(before + 1)
})
