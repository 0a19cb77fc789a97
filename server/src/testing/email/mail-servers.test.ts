import { ImapFlow } from 'imapflow'
import nodemailer from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { type Dovecot, startDovecot } from './dovecot.ts'
import { startSmtpSink } from './smtp-sink.ts'

const raw =
  'From: ada@example.com\r\nTo: help@example.com\r\nSubject: Hello\r\nMessage-ID: <1@example.com>\r\n\r\nHi\r\n'

async function open(dovecot: Dovecot, user: string, pass = dovecot.password, tls = false) {
  const client = new ImapFlow({
    host: dovecot.host,
    port: tls ? dovecot.tls_port : dovecot.port,
    secure: tls,
    tls: { rejectUnauthorized: false },
    auth: { user, pass },
    logger: false,
  })
  await client.connect()
  onTestFinished(() => client.close())
  return client
}

test('Dovecot separates mailboxes, notifies a client in IDLE, and works again after a restart', async () => {
  const dovecot = await startDovecot()
  onTestFinished(() => dovecot.remove())
  await expect(open(dovecot, 'support', 'wrong')).rejects.toThrow()

  const client = await open(dovecot, 'support')
  const { uidValidity } = await client.mailboxOpen('INBOX')
  const notified = new Promise((resolve) => client.once('exists', resolve))
  void client.idle()
  const uid = await dovecot.append('support', raw, {
    flags: ['\\Seen'],
    date: new Date('2026-01-02T03:04:05Z'),
  })
  await dovecot.append('sales', raw)
  expect(await notified).toMatchObject({ count: 1 })
  const mail = await client.fetchOne(
    String(uid),
    { source: true, flags: true, internalDate: true },
    { uid: true },
  )
  if (!mail) throw new Error('the mail is not there')
  expect(mail.source?.toString()).toBe(raw)
  expect(mail.internalDate).toEqual(new Date('2026-01-02T03:04:05Z'))
  await client.logout()

  await dovecot.stop()
  await expect(open(dovecot, 'support')).rejects.toThrow()
  await dovecot.start()
  dovecot.changeUidValidity('support')
  const reconnected = await open(dovecot, 'support')
  const mailbox = await reconnected.mailboxOpen('INBOX')
  expect(mailbox.exists).toBe(1)
  expect(mailbox.uidValidity).not.toBe(uidValidity)
})

test('Dovecot supports TLS if requested', async () => {
  const dovecot = await startDovecot({ tls: true })
  onTestFinished(() => dovecot.remove())
  const client = await open(dovecot, 'support', dovecot.password, true)
  expect((await client.mailboxOpen('INBOX')).exists).toBe(0)
})

test('the SMTP sink stores emails byte for byte and misbehaves on request', async () => {
  const sink = await startSmtpSink()
  onTestFinished(() => sink.stop())
  const send = (options: { socketTimeout?: number } = {}) => {
    const transport = nodemailer.createTransport({ host: sink.host, port: sink.port, ...options })
    return transport.sendMail({ envelope: { from: 'help@example.com', to: ['ada@example.com'] }, raw })
  }
  const coming = sink.waitForMail()
  await send()
  expect(await coming).toMatchObject({ from: 'help@example.com', to: ['ada@example.com'], user: undefined })
  expect(sink.mails[0]?.raw.toString()).toBe(raw)

  sink.behave({ kind: 'refuse', code: 550, text: '5.1.1 No such user', at: 'rcpt' })
  await expect(send()).rejects.toMatchObject({ responseCode: 550, response: '550 5.1.1 No such user' })
  sink.behave({ kind: 'refuse', code: 451, text: '4.3.0 Later', at: 'data' })
  await expect(send()).rejects.toMatchObject({ responseCode: 451 })
  sink.behave({ kind: 'drop' })
  await expect(send()).rejects.toThrow()
  sink.behave({ kind: 'hang' })
  await expect(send({ socketTimeout: 300 })).rejects.toThrow(/timeout/i)
  expect(sink.mails).toHaveLength(1)
  sink.behave({ kind: 'keep and drop' })
  await expect(send()).rejects.toThrow()
  expect(sink.mails).toHaveLength(2)
  sink.behave({ kind: 'accept' })
  await send()
  expect(sink.mails).toHaveLength(3)
  await expect(sink.waitForMail(() => false, 10)).rejects.toThrow('3 others did')
})

test('the SMTP sink can require a password', async () => {
  const sink = await startSmtpSink({ auth: { user: 'help', password: 'secret' } })
  onTestFinished(() => sink.stop())
  const send = (pass: string) =>
    nodemailer
      .createTransport({ host: sink.host, port: sink.port, auth: { user: 'help', pass } })
      .sendMail({ envelope: { from: 'help@example.com', to: ['ada@example.com'] }, raw })
  await expect(send('wrong')).rejects.toMatchObject({ responseCode: 535 })
  await send('secret')
  expect(sink.mails[0]?.user).toBe('help')
})
