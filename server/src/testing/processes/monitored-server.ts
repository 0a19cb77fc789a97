import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { expect, onTestFinished } from 'vitest'
import { startSmtpSink } from '../email/smtp-sink.ts'
import { startOtlpReceiver } from '../fake-services/otlp-receiver.ts'
import { startWebhookReceiver } from '../fake-services/webhook-receiver.ts'
import { findFreePort, freePorts } from './free-ports.ts'
import { createEmptyDatabase, startProgram } from './server-process.ts'

/** What must never appear in logs, metrics or traces. */
export const secrets = {
  admin_password: 'Correct-horse-1',
  wrong_password: 'Wrong-password-2',
  metrics_token: 'token-of-the-metrics-test',
  smtp_password: 'smtp-password-of-the-inbox',
  webhook_path: 'path-that-is-a-secret',
  mail_body: 'The body of the customer mentions a blue parcel',
  mail_subject: 'A subject about a green parcel',
  customer: 'grace.customer',
  reply_body: 'The reply mentions a red parcel',
  search_term: 'yellowparcel',
}

/** A real server in its own process, with metrics, traces and all log levels on. */
export async function startMonitoredServer(settings: Record<string, string> = {}) {
  const otlp = await startOtlpReceiver()
  const sink = await startSmtpSink({ auth: { user: 'help', password: secrets.smtp_password } })
  const webhooks = await startWebhookReceiver()
  const data_dir = mkdtempSync(join(tmpdir(), 'parley-monitored-'))
  onTestFinished(async () => {
    await Promise.all([otlp.stop(), sink.stop(), webhooks.stop()])
    rmSync(data_dir, { recursive: true, force: true })
  })
  const ports = { ...(await freePorts()), PARLEY_METRICS_PORT: String(await findFreePort()) }
  const program = startProgram('main.ts', {
    ...ports,
    DATABASE_URL: await createEmptyDatabase(),
    PARLEY_DATA_DIR: data_dir,
    PARLEY_ADMIN_EMAIL: 'ada@parley.test',
    PARLEY_ADMIN_PASSWORD: secrets.admin_password,
    PARLEY_METRICS_TOKEN: secrets.metrics_token,
    PARLEY_WEBHOOK_ALLOW: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    LOG_LEVEL: 'trace',
    ...settings,
  })
  await program.waitForOutput(/Parley is ready/)
  const base = `http://127.0.0.1:${ports.PORT}`
  const scrape = async (port: keyof typeof ports = 'PARLEY_METRICS_PORT', token = secrets.metrics_token) => {
    const response = await fetch(`http://127.0.0.1:${ports[port]}/metrics`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return { status: response.status, text: await response.text() }
  }
  return {
    ...ports,
    base,
    program,
    otlp,
    sink,
    webhooks,
    scrape,
    /** The structured log lines so far. */
    logLines: (): Record<string, unknown>[] =>
      program
        .output()
        .split('\n')
        // The last line may not be complete.
        .slice(0, -1)
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line)),
  }
}

export type MonitoredServer = Awaited<ReturnType<typeof startMonitoredServer>>

/** Signs in as the administrator; returns a function that calls the API. */
export async function signIn({ base }: MonitoredServer, password = secrets.admin_password) {
  const login = await fetch(`${base}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@parley.test', password }),
  })
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const headers = {
    cookie: [...cookies.filter((cookie) => !cookie?.startsWith('csrf_token=')), 'csrf_token=test'].join('; '),
    'x-csrftoken': 'test',
  }
  return async (method: string, path: string, body?: object, more: Record<string, string> = {}) => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { ...headers, ...more, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text.startsWith('{') ? JSON.parse(text) : text,
    }
  }
}

/** An email arrives, becomes a conversation and is answered, first in vain; a webhook is called; requests fail. Returns when it is done. */
export async function runTraffic(server: MonitoredServer) {
  await signIn(server, secrets.wrong_password)
  const call = await signIn(server)
  const smtp = {
    host: server.sink.host,
    port: server.sink.port,
    username: 'help',
    password: secrets.smtp_password,
    auth_protocol: 'plain',
    tls_type: 'none',
  }
  // A mailbox that can't be read.
  const { auth_protocol, ...login } = smtp
  const imap = { ...login, port: 9 }
  const inbox = await call('POST', '/api/v1/inboxes', {
    name: 'Support',
    channel: 'email',
    from: 'Acme <help@acme.test>',
    config: { imap: [imap], smtp: [smtp] },
  })
  expect(inbox, JSON.stringify(inbox.body)).toMatchObject({ status: 200 })
  const webhook = await call('POST', '/api/v1/webhooks', {
    name: 'Billing',
    url: `${server.webhooks.url}/${secrets.webhook_path}`,
    events: ['conversation.created'],
    secret: '',
    is_active: true,
  })
  expect(webhook, JSON.stringify(webhook.body)).toMatchObject({ status: 200 })

  await nodemailer.createTransport({ host: '127.0.0.1', port: Number(server.SMTP_RECEIVER_PORT) }).sendMail({
    from: `${secrets.customer}@customer.test`,
    to: 'help@acme.test',
    subject: secrets.mail_subject,
    text: secrets.mail_body,
  })
  const uuid = await expect
    .poll(async () => (await call('GET', '/api/v1/conversations/all')).body.data?.results?.[0]?.uuid)
    .toEqual(expect.any(String))
    .then(async () => (await call('GET', '/api/v1/conversations/all')).body.data.results[0].uuid as string)
  // The response of a mail server can contain addresses and more.
  const refusal = `4.2.0 <${secrets.customer}@customer.test> try later`
  server.sink.behave({ kind: 'refuse', code: 450, text: refusal, at: 'data' })
  await call('POST', `/api/v1/conversations/${uuid}/messages`, {
    message: `<p>${secrets.reply_body}</p>`,
    to: [`${secrets.customer}@customer.test`],
  })
  await expect.poll(() => server.program.output()).toContain('could not send a reply')
  server.sink.behave({ kind: 'accept' })
  const reply = await call('POST', `/api/v1/conversations/${uuid}/messages`, {
    message: `<p>${secrets.reply_body}</p>`,
    to: [`${secrets.customer}@customer.test`],
  })
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 200 })
  await server.sink.waitForMail()
  await expect.poll(() => server.webhooks.received.length).toBeGreaterThan(0)
  await call('GET', `/api/v1/conversations/search?query=${secrets.search_term}`)
  expect((await call('GET', '/api/v1/no/such/endpoint')).status).toBe(404)
  return { call, uuid, reply }
}
