import { connect } from 'node:net'
import nodemailer from 'nodemailer'
import { type ProcessingDeps, processDelivery } from '../../features/email/filing/process-delivery.ts'
import { startSmtpReceiver } from '../../features/email/receiving/smtp-receiver.ts'
import { deriveTokenKeys } from '../../features/email/token-keys.ts'
import { startMailParser } from '../../mail-parser/mail-parser.ts'
import { startSenderVerifier } from '../../sender-auth/sender-verifier.ts'
import type { TestApp } from '../test-app.ts'
import { type DnsZone, zoneResolver } from './signed-mail.ts'

/** Every test domain allows this machine to send for it, so an email is verified when From and envelope have the same domain. */
const spfAllowsLoopback: DnsZone = {
  txt: new Proxy<Record<string, string>>(
    {},
    {
      get: (_, name) =>
        typeof name === 'string' && name.includes('.') && !name.startsWith('_')
          ? 'v=spf1 ip4:127.0.0.1 -all'
          : undefined,
    },
  ),
}

export type TestMail = Awaited<ReturnType<typeof startTestMail>>

/** The receiving side of a test app: a real SMTP receiver on loopback, and the processing of what it received. */
export async function startTestMail(t: TestApp, { dns = spfAllowsLoopback }: { dns?: DnsZone } = {}) {
  const parser = startMailParser()
  const verifier = startSenderVerifier({
    log: t.log,
    resolve: zoneResolver(dns),
    trusted_relays: [],
    trusted_sealers: ['forwarder.test'],
  })
  const reading: ProcessingDeps = { ...t, parser, verifier, keys: deriveTokenKeys(t.secrets) }
  const receiver = await startSmtpReceiver(
    { ...t, store: t.files.mail },
    { port: 0, host: '127.0.0.1', name: t.ehlo },
  )
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port: receiver.port,
    ignoreTLS: true,
    pool: true,
    maxMessages: Number.POSITIVE_INFINITY,
  })
  let count = 0

  /** The whole ledger, oldest first, or its newest rows. */
  const deliveries = async ({ newest = 1_000_000 } = {}) => {
    const rows = t.db.selectFrom('mail_deliveries').selectAll().orderBy('id', 'desc').limit(newest)
    return (await rows.execute()).reverse()
  }

  /** Processes what is queued, in order, like the job. */
  async function processAll(): Promise<void> {
    for (const { id, state } of await deliveries())
      if (state === 'received') await processDelivery(reading, id)
  }

  /** Processes what is queued, six at a time, like the job queue. */
  async function processAllConcurrently(): Promise<void> {
    const queued = (await deliveries()).filter(({ state }) => state === 'received')
    const readNext = async () => {
      for (let next = queued.shift(); next; next = queued.shift()) await processDelivery(reading, next.id)
    }
    await Promise.all(Array.from({ length: 6 }, readNext))
  }

  /** Delivers an email by SMTP. */
  async function send(raw: string | Buffer, to: string | string[], from = 'grace@customer.test') {
    const crlf = typeof raw === 'string' ? raw.replace(/\r?\n/g, '\r\n') : raw
    await transport.sendMail({ envelope: { from, to }, raw: crlf })
  }

  /** Delivers an email, processes it, and returns the newest delivery. */
  async function receive(raw: string | Buffer, to: string | string[], from?: string) {
    await send(raw, to, from)
    await processAll()
    const delivery = (await deliveries()).at(-1)
    if (!delivery) throw new Error('The email has no delivery')
    return delivery
  }

  /** A plain email with a unique Message-ID by default. */
  function compose(values: {
    from?: string
    to: string
    subject?: string
    id?: string
    text?: string
    headers?: Record<string, string>
  }): string {
    count += 1
    const lines = [
      `From: ${values.from ?? 'Grace Hopper <grace@customer.test>'}`,
      `To: ${values.to}`,
      `Subject: ${values.subject ?? 'A question'}`,
      `Message-ID: <${values.id ?? `${count}.test@customer.test`}>`,
      'Date: Mon, 02 Mar 2026 08:59:00 +0000',
      ...Object.entries(values.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    ]
    return `${lines.join('\n')}\n\n${values.text ?? `Hello, this is mail ${count}.`}\n`
  }

  const messagesOf = (conversation_id: number | null) =>
    t.db
      .selectFrom('messages')
      .selectAll()
      .where('conversation_id', '=', conversation_id ?? 0)
      .orderBy('id')
      .execute()

  const conversation = (id: number | null) =>
    t.db
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', id ?? 0)
      .executeTakeFirstOrThrow()

  return {
    reading,
    parser,
    receiver,
    send,
    readAll: processAll,
    readAllAtOnce: processAllConcurrently,
    receive,
    compose,
    deliveries,
    messagesOf,
    conversation,
    async stop() {
      transport.close()
      await receiver.stop()
      await parser.stop()
      await verifier.stop()
    },
  }
}

/** Sends these lines to an SMTP server, one at a time, and returns its responses. `beforeLine` is called before each is sent. */
export function sendSmtpLines(
  port: number,
  lines: string[],
  beforeLine: (line: string) => void = () => {},
): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const answers: string[] = []
    const socket = connect(port, '127.0.0.1')
    const queued = [...lines]
    let rest = ''
    socket.on('error', reject)
    socket.on('close', () => resolve(answers))
    socket.on('data', (data) => {
      rest += data
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        // A hyphen after the code means that the response continues on the next line.
        if (line[3] === '-') continue
        answers.push(line)
        const next = queued.shift()
        if (next === undefined) socket.end()
        else {
          beforeLine(next)
          socket.write(`${next}\r\n`)
        }
      }
    })
  })
}
