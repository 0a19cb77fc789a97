import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import nodemailer from 'nodemailer'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeCertificate } from '../../../testing/email/certificate.ts'
import { sendSmtpLines, startTestMail, type TestMail } from '../../../testing/email/test-mail.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TlsFiles } from './receiver-tls.ts'
import { startSmtpReceiver } from './smtp-receiver.ts'

let t: TestApp
let mail: TestMail
let folder: string
let files: TlsFiles
beforeAll(async () => {
  t = await startTestApp()
  mail = await startTestMail(t)
  await t.make.inbox('help@acme.test')
  folder = await mkdtemp(join(tmpdir(), 'parley-tls-'))
  files = makeCertificate(folder)
})
afterAll(async () => {
  await mail.stop()
  await t.stop()
  await rm(folder, { recursive: true, force: true })
})

async function startReceiver(tls_files: TlsFiles | undefined) {
  const receiver = await startSmtpReceiver(
    { ...t, store: t.files.mail },
    { port: 0, host: '127.0.0.1', name: t.ehlo, tls_files },
  )
  onTestFinished(() => receiver.stop())
  return receiver.port
}

/** Sends with a transport that requires TLS and trusts only this certificate. */
async function sendTrusting(port: number, cert: string) {
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port,
    requireTLS: true,
    tls: { ca: await readFile(cert), servername: 'localhost' },
  })
  await transport.sendMail({
    envelope: { from: 'grace@customer.test', to: 'help@acme.test' },
    raw: mail.compose({ to: 'help@acme.test' }).replaceAll('\n', '\r\n'),
  })
}

const createFolder = async (name: string) => {
  const path = join(folder, name)
  await mkdir(path)
  return path
}

test('without a certificate, STARTTLS is neither offered nor accepted', async () => {
  const port = await startReceiver(undefined)
  await expect(sendTrusting(port, files.cert)).rejects.toThrow(/STARTTLS|upgrade/i)
  expect((await sendSmtpLines(port, ['EHLO there', 'STARTTLS'])).at(-1)).toMatch(/^5/)
})

test('with a certificate, mail is accepted over STARTTLS and without it', async () => {
  const port = await startReceiver(files)
  const before = (await mail.deliveries()).length
  await sendTrusting(port, files.cert)
  expect(await sendSmtpLines(port, ['EHLO there', 'MAIL FROM:<a@b.test>'])).toMatchObject([
    expect.stringMatching(/^220/),
    expect.stringMatching(/^250/),
    expect.stringMatching(/^250/),
  ])
  expect((await mail.deliveries()).length).toBe(before + 1)
})

test('commands sent before the handshake are discarded', async () => {
  const port = await startReceiver(files)
  const socket = connect(port, '127.0.0.1')
  const readLine = async (from: Duplex) => String((await once(from, 'data'))[0])
  await readLine(socket)
  socket.write('EHLO there\r\n')
  await readLine(socket)
  socket.write('STARTTLS\r\nMAIL FROM:<injected@evil.test>\r\n')
  expect(await readLine(socket)).toMatch(/^220 /)
  const secure = connectTls({ socket, ca: await readFile(files.cert), servername: 'localhost' })
  await once(secure, 'secureConnect')
  secure.write('EHLO there\r\n')
  expect(await readLine(secure)).toMatch(/^250-/)
  secure.write('RCPT TO:<help@acme.test>\r\n')
  expect(await readLine(secure), 'nobody has said who writes').toMatch(/^503 /)
  secure.destroy()
})

test('a renewed certificate is used from the next connection on, and half a renewal is not', async () => {
  const pair = makeCertificate(await createFolder('renewed'))
  const next = makeCertificate(await createFolder('next'))
  const old = join(folder, 'old.pem')
  await copyFile(pair.cert, old)
  const port = await startReceiver(pair)
  await sendTrusting(port, old)
  await copyFile(next.cert, pair.cert)
  await sendTrusting(port, old)
  await copyFile(next.key, pair.key)
  await sendTrusting(port, next.cert)
  await rm(pair.key)
  await sendTrusting(port, next.cert)
})

test('files that are not a matching certificate and key are refused at startup with a message', async () => {
  const other = makeCertificate(await createFolder('other'))
  const broken = join(folder, 'broken.pem')
  await writeFile(broken, 'no certificate')
  const refusal = (tls_files: TlsFiles) =>
    startSmtpReceiver(
      { ...t, store: t.files.mail },
      { port: 0, host: '127.0.0.1', name: t.ehlo, tls_files },
    ).then(
      () => 'started',
      (error: Error) => error.message,
    )
  expect(await refusal({ ...files, cert: join(folder, 'nothing.pem') })).toMatch(
    /^SMTP_RECEIVER_TLS_CERT is .*nothing.pem, which can’t be read \(ENOENT/,
  )
  expect(await refusal({ ...files, cert: broken })).toMatch(
    /broken.pem does not hold a certificate in PEM form$/,
  )
  expect(await refusal({ ...files, key: broken })).toMatch(
    /broken.pem does not hold a private key in PEM form/,
  )
  expect(await refusal({ ...files, key: other.key })).toMatch(/doesn’t match the certificate/)
})
