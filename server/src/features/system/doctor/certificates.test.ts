import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../clock.ts'
import { makeCertificate } from '../../../testing/email/certificate.ts'
import { startDovecot } from '../../../testing/email/dovecot.ts'
import { startTestApp, type TestApp, testInstallation } from '../../../testing/test-app.ts'
import { testClock } from '../../../testing/test-clock.ts'
import { conditions } from '../alerts/conditions.ts'
import { systemGauges } from '../system-gauges.ts'
import { certificatesCheck } from './checks/certificates.ts'
import { contextOf, findingsOf, temporaryFolder, useInbox } from './doctor-suite.ts'
import { checkAndStore } from './store-results.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

/** A certificate for localhost that this process trusts. */
function trustedCertificate({ expired = false } = {}) {
  const folder = temporaryFolder()
  const files = makeCertificate(folder)
  if (expired) {
    const request = join(folder, 'request.pem')
    execFileSync('openssl', ['req', '-new', '-key', files.key, '-subj', '/CN=localhost', '-out', request], {
      stdio: 'ignore',
    })
    execFileSync(
      'openssl',
      ['x509', '-req', '-in', request, '-signkey', files.key, '-days', '-1', '-out', files.cert],
      { stdio: 'ignore' },
    )
  }
  const cert = readFileSync(files.cert, 'utf8')
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, cert])
  onTestFinished(() => setDefaultCACertificates(trusted))
  return { cert, key: readFileSync(files.key, 'utf8'), path: files.cert, key_path: files.key }
}

type Issued = { cert: string; files: { cert: string; key: string } }

/** Self-signed without an issuer. */
function issuedCertificate(name: string, issuer?: Issued): Issued {
  const folder = temporaryFolder()
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  const options = issuer ? ['-CA', issuer.files.cert, '-CAkey', issuer.files.key] : []
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...['-subj', `/CN=${name}`, ...options, '-keyout', files.key, '-out', files.cert],
    ],
    { stdio: 'ignore' },
  )
  return { cert: readFileSync(files.cert, 'utf8'), files }
}

async function startTlsServer(pair: { cert: string; key: string }): Promise<number> {
  const server = createServer(pair, (socket) => socket.on('error', () => {}))
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const inDays = (days: number) => testClock(new Date(Date.now() + days * 86_400_000))
const check = async (settings = {}, clock = systemClock as { now(): Date }) =>
  (await findingsOf(certificatesCheck, contextOf(t, settings, { clock }))).map(({ state, message }) => ({
    state,
    message,
  }))

test('a certificate that is valid long enough is fine, and is warned about before it expires', async () => {
  const port = await startTlsServer(trustedCertificate())
  await useInbox(t, 'a@cert.example')
  const root_url = `https://localhost:${port}`
  expect(await check({ root_url }, inDays(-30))).toEqual([
    { state: 'ok', message: 'The certificate is valid for 31 more days' },
  ])
  expect(await check({ root_url }, inDays(-5))).toMatchObject([
    { state: 'warning', message: expect.stringMatching(/^The certificate expires in 6 days, on \d{4}-/) },
  ])
  expect(await check({ root_url })).toMatchObject([
    { state: 'error', message: expect.stringMatching(/^The certificate expires in 1 day/) },
  ])
})

test('an expired certificate is an error that says when, to alerts and metrics as well', async () => {
  const port = await startTlsServer(trustedCertificate({ expired: true }))
  const root_url = `https://localhost:${port}`
  expect(await check({ root_url })).toMatchObject([
    { state: 'error', message: expect.stringContaining('The certificate of localhost has expired') },
  ])
  await checkAndStore(contextOf(t, { root_url }))
  const gauges = await systemGauges(t.db, systemClock, testInstallation.backups).read()
  const [expiry] = gauges.parley_certificate_expiry_timestamp_seconds ?? []
  expect(expiry?.value).toBeLessThan(Date.now() / 1000)
  expect(await listCertificateAlerts()).toMatchObject([{ subject: `localhost:${port}` }])
})

test('a server that can’t be reached is a warning, and no alert about its certificate', async () => {
  const root_url = 'https://localhost:1'
  expect(await check({ root_url })).toMatchObject([
    {
      state: 'warning',
      message: expect.stringMatching(/^The certificate can’t be seen from here\. .*Check the port/),
    },
  ])
  await checkAndStore(contextOf(t, { root_url }))
  expect(await listCertificateAlerts()).toEqual([])
})

const listCertificateAlerts = () =>
  conditions
    .find(({ name }) => name === 'certificate')
    ?.find({ db: t.db, clock: systemClock, installation: testInstallation })

test('a certificate for another name is an error', async () => {
  const port = await startTlsServer(trustedCertificate())
  expect(await check({ root_url: `https://[::ffff:127.0.0.1]:${port}` })).toMatchObject([
    { state: 'error', message: expect.stringContaining('is for another name') },
  ])
})

test('mail servers are checked over TLS and STARTTLS, each once', async () => {
  const pair = trustedCertificate()
  const imap = await startTlsServer(pair)
  const smtp = new SMTPServer({ ...pair, authOptional: true, logger: false })
  const listener = smtp.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
  const smtp_port = (listener.address() as AddressInfo).port
  await useInbox(t, 'b@cert.example', {
    imap: [{ host: 'localhost', port: imap }],
    smtp: [
      { host: 'localhost', port: smtp_port, tls_type: 'starttls' },
      { host: 'localhost', port: smtp_port, tls_type: 'starttls' },
    ],
  })
  const findings = await findingsOf(certificatesCheck, contextOf(t, {}, { clock: inDays(-30) }))
  expect(findings).toMatchObject([
    { subject: `localhost:${imap}`, state: 'ok', message: 'The certificate is valid for 31 more days' },
    { subject: `localhost:${smtp_port}`, state: 'ok', message: 'The certificate is valid for 31 more days' },
  ])
})

test('a self-signed certificate of an IMAP server with STARTTLS is an error', async () => {
  const dovecot = await startDovecot({ tls: true })
  onTestFinished(() => dovecot.remove())
  await useInbox(t, 'c@cert.example', {
    imap: [{ host: 'localhost', port: dovecot.port, tls_type: 'starttls' }],
  })
  expect(await check()).toMatchObject([
    { state: 'error', message: expect.stringContaining('The certificate of localhost is self-signed') },
  ])
}, 60_000)

test('servers without TLS, or whose certificate isn’t verified, get a warning unless they are on this machine', async () => {
  await useInbox(t, 'd@cert.example', {
    imap: [
      { host: 'imap.d.example', tls_type: 'none' },
      { host: '127.0.0.1', tls_type: 'none' },
    ],
    smtp: [{ host: 'smtp.d.example', tls_skip_verify: true }],
  })
  expect(await check()).toEqual([
    { state: 'warning', message: 'Passwords and email are sent to this server unencrypted' },
    { state: 'warning', message: 'The certificate of this server isn’t verified' },
  ])
})

test('the certificate of the mail receiver is read from its file', async () => {
  await useInbox(t, 'e@cert.example')
  const { path: cert, key_path: key } = trustedCertificate()
  const smtp_receiver_tls = { cert, key }
  expect(await check({ smtp_receiver_tls, mail_host: 'localhost' }, inDays(-30))).toMatchObject([
    { state: 'ok' },
  ])
  expect(await check({ smtp_receiver_tls, mail_host: 'mail.e.example' }, inDays(-30))).toMatchObject([
    { state: 'ok' },
    { state: 'warning', message: 'The certificate of the mail receiver isn’t for mail.e.example' },
  ])
  expect(await check({ smtp_receiver_tls: { cert: `${cert}.gone`, key } })).toMatchObject([
    { state: 'error', message: expect.stringContaining('can’t be read') },
  ])
})

test('the chain of the mail receiver’s certificate has to lead to a trusted authority', async () => {
  await useInbox(t, 'f@cert.example')
  const authority = issuedCertificate('Authority')
  const intermediate = issuedCertificate('Intermediate', authority)
  const leaf = issuedCertificate('localhost', intermediate)
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, authority.cert])
  onTestFinished(() => setDefaultCACertificates(trusted))
  const warningsFor = async (...chain: { cert: string }[]) => {
    const cert = join(temporaryFolder(), 'fullchain.pem')
    writeFileSync(cert, chain.map((one) => one.cert).join(''))
    const findings = await check({ smtp_receiver_tls: { cert, key: '' } }, inDays(-30))
    return findings.filter(({ state }) => state === 'warning').map(({ message }) => message)
  }
  expect(await warningsFor(leaf, intermediate)).toEqual([])
  expect(await warningsFor(leaf)).toEqual([expect.stringContaining('lacks that of its issuer')])
  expect(await warningsFor(issuedCertificate('localhost'))).toEqual([
    expect.stringContaining('is self-signed'),
  ])
})

test('a node without the role mail doesn’t read the receiver’s files', async () => {
  await useInbox(t, 'g@cert.example')
  const smtp_receiver_tls = { cert: '/run/only-on-mail-nodes/cert.pem', key: '' }
  const roles = new Set(['worker'] as const)
  // Port 25 of this machine, where nothing listens.
  expect(await check({ roles, smtp_receiver_tls, mail_host: 'localhost' })).toMatchObject([
    { state: 'warning', message: expect.stringContaining('can’t be seen from here') },
  ])
  expect(await check({ roles, smtp_receiver_tls: undefined, mail_host: 'localhost' })).toMatchObject([
    { state: 'ok', message: 'No server with a certificate is set up' },
  ])
})
