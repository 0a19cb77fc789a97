import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { toStorableText } from '@parley/mail/parse/storable-text'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { Actor } from '../../../actor.ts'
import type { Db } from '../../../db/pool.ts'
import type { Act } from '../../../db/transaction.ts'
import type { FileStore } from '../../../files/file-store.ts'
import { createRangeMatcher } from '../../../http/ip-addresses.ts'
import { explainListenError } from '../../../listen-error.ts'
import type { Log } from '../../../log.ts'
import { countOutcome } from '../../../telemetry/outcome.ts'
import { transientKind } from '../../../transient-error.ts'
import { storeRawMail } from '../ledger/raw-mail.ts'
import { endConnections, stoppingMessage } from './end-connections.ts'
import { findInboxByAddress } from './find-inbox-by-address.ts'
import { createGroupCommit } from './group-commit.ts'
import { limitConnections, maxConnectionMs } from './limit-connections.ts'
import { readMailSizeLimit } from './mail-size-limit.ts'
import { acceptProxyHeaders } from './proxy-protocol.ts'
import { openReceiverTls, type TlsFiles } from './receiver-tls.ts'

export type SmtpReceiverDeps = {
  /** Called for each mail that could not be accepted for a reason on our side. */
  onDeferred?: (reason: string) => void
  db: Db
  act: Act
  system: Actor
  log: Log
  store: FileStore
}

export type SmtpReceiver = { port: number; isListening(): boolean; stop(): Promise<void> }

/** Limits per process; senders beyond them are asked to retry. */
const limits = {
  connections: 200,
  /** Total of all mails being received at the moment, in bytes. */
  buffered: 256 * 1024 * 1024,
  recipients: 100,
  idle_ms: 60_000,
  /** To finish the emails being received when the server stops; less than an entrance gets (startup/stop-plan.ts). */
  stop_ms: 2_500,
}

/**
 * The built-in SMTP server (RFC 5321). It accepts mail only for inbox addresses, and replies 250 once bytes and
 * ledger row are durable. Failures on our side are 4xx, so that the sender keeps the mail and retries.
 */
export async function startSmtpReceiver(
  deps: SmtpReceiverDeps,
  {
    port,
    host,
    name,
    tls_files,
    proxies = [],
    now = () => performance.now(),
  }: {
    port: number
    host: string
    /** Host name in the greeting. */
    name: string
    tls_files?: TlsFiles | undefined
    /** Addresses and ranges of proxies, whose connections start with a PROXY header. */
    proxies?: readonly string[]
    /** Monotonic, in ms; for the lifetime of connections. */
    now?: () => number
  },
): Promise<SmtpReceiver> {
  const tls = tls_files ? await openReceiverTls(tls_files, deps.log) : null
  // Imported lazily: a process without the receiver does not need it.
  const { SMTPServer } = await import('smtp-server')
  const connections = limitConnections(now)
  const receiveData = createDataReceiver(deps)
  let isStopping = false

  const server = new SMTPServer({
    name,
    banner: 'Parley',
    size: await readSizeLimit(deps.db),
    // Many senders insist on STARTTLS once it is offered, so offer it only with a certificate.
    disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    ...tls?.pair,
    disableReverseLookup: true,
    maxClients: limits.connections,
    socketTimeout: limits.idle_ms,
    logger: false,
    onConnect(session, done) {
      if (isStopping) return done(smtpError(421, stoppingMessage))
      if (!connections.open(session))
        return done(smtpError(421, '4.7.0 Too many connections from your address. Try again later'))
      respondAfter(done, deps, async () => {
        const renewed = await tls?.reloadIfChanged()
        if (renewed) server.updateSecureContext(renewed)
        // smtp-server reads it for each email. While the database is away, the last one is as good: no email is accepted.
        server.options.size = await readSizeLimit(deps.db).catch(() => server.options.size)
      })
    },
    onClose: connections.close,
    onMailFrom(_address, session, done) {
      if (isStopping) done(smtpError(421, stoppingMessage))
      else if (connections.mayStartMail(session)) done()
      else done(smtpError(421, '4.7.0 This connection has been open for too long. Open another one'))
    },
    onRcptTo({ address }, session, done) {
      respondAfter(done, deps, async () => {
        if (session.envelope.rcptTo.length >= limits.recipients)
          throw smtpError(452, '4.5.3 Too many recipients. Send the rest in another mail')
        if (!(await findInboxByAddress(deps.db, address)))
          throw smtpError(550, `5.1.1 Nobody here receives mail for ${toPrintableAscii(address)}`)
      })
    },
    onData(stream, session, done) {
      // Drain the stream, or after an early failure the client would keep sending data that is never read.
      respondAfter(done, deps, () =>
        receiveData(stream, session).catch((error) => {
          stream.resume()
          throw error
        }),
      )
    },
  })
  server.server.on('connection', (socket: Socket) => {
    const timer = setTimeout(() => socket.destroy(), maxConnectionMs).unref()
    socket.once('close', () => clearTimeout(timer))
  })
  // Broken connections are normal; nothing was acknowledged.
  server.on('error', (error) => deps.log.debug({ reason: error.message }, 'SMTP connection broke off'))
  const listener =
    proxies.length > 0 ? acceptProxyHeaders(server.server, createRangeMatcher(proxies)) : server.server
  listener.listen(port, host)
  await once(listener, 'listening').catch((error: Error) => {
    throw explainListenError(error, 'SMTP_RECEIVER_PORT', { port, host })
  })
  return {
    port: (listener.address() as AddressInfo).port, // a TCP listener, so not a pipe name
    isListening: () => listener.listening,
    async stop() {
      isStopping = true
      if (listener !== server.server) listener.close()
      server.close()
      await endConnections(server, limits.stop_ms)
    },
  }
}

/** Never more than can be buffered: such a mail would be deferred for ever. */
const readSizeLimit = async (db: Db) => Math.min(await readMailSizeLimit(db), limits.buffered)

/** Receives the data of a mail and stores it. The mails being received share one limit. */
function createDataReceiver(deps: SmtpReceiverDeps) {
  const record = createGroupCommit(deps)
  let bufferedBytes = 0
  return async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
    const chunks: Buffer[] = []
    let size = 0
    let isBusy = false
    const maxBytes = await readSizeLimit(deps.db)
    try {
      for await (const chunk of untilHangUp(stream)) {
        size += chunk.length
        isBusy ||= bufferedBytes + chunk.length > limits.buffered
        // Excess data is read to its end, as the protocol requires, but not kept.
        if (size > maxBytes || isBusy) continue
        bufferedBytes += chunk.length
        chunks.push(chunk)
      }
      if (size > maxBytes)
        throw smtpError(552, `5.3.4 This email is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB`)
      if (isBusy) throw smtpError(452, '4.3.1 Too much mail is coming in just now. Try again later')
      await storeDeliveries({ ...deps, record }, Buffer.concat(chunks), session)
    } finally {
      for (const chunk of chunks) bufferedBytes -= chunk.length
    }
  }
}

class ClientHungUp extends Error {}

async function* untilHangUp(stream: SMTPServerDataStream): AsyncIterable<Buffer> {
  try {
    yield* stream as AsyncIterable<Buffer>
  } catch (cause) {
    throw new ClientHungUp('The client hung up', { cause })
  }
}

/** Records one delivery per addressed inbox, all or none. */
async function storeDeliveries(
  {
    db,
    store,
    record,
  }: Pick<SmtpReceiverDeps, 'db' | 'store'> & { record: ReturnType<typeof createGroupCommit> },
  raw: Buffer,
  session: SMTPServerSession,
): Promise<void> {
  const { mailFrom, rcptTo } = session.envelope
  const recipientsByInbox = new Map<number, string[]>()
  for (const { address } of rcptTo) {
    const inbox = await findInboxByAddress(db, address)
    if (inbox)
      recipientsByInbox.set(inbox.id, [...(recipientsByInbox.get(inbox.id) ?? []), address.toLowerCase()])
  }
  // Disabled between RCPT and here.
  if (recipientsByInbox.size === 0) throw smtpError(450, '4.2.1 This inbox was switched off just now')
  const raw_hash = await storeRawMail(store, raw)
  await record(
    [...recipientsByInbox].map(([inbox_id, recipients]) => ({
      inbox_id,
      envelope: {
        peer: session.remoteAddress,
        helo: toEnvelopeText(session.hostNameAppearsAs),
        from: mailFrom ? toEnvelopeText(mailFrom.address.toLowerCase()) : '',
        recipients: recipients.map(toEnvelopeText),
      },
      raw_hash,
      raw_size: raw.length,
    })),
  )
}

const smtpError = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

/** Our own refusals are sent as they are; any other error is a problem on our side. */
function respondAfter(
  done: (error?: Error | null) => void,
  { log, onDeferred }: SmtpReceiverDeps,
  work: () => Promise<void>,
): void {
  work().then(
    () => done(),
    (error: Error & { responseCode?: number }) => {
      // Anyone can do that, and nobody waits for a response.
      if (error instanceof ClientHungUp) {
        log.debug({}, 'client hung up during a mail')
        return done(error)
      }
      if (error.responseCode) {
        countOutcome({ kind: 'mail_not_accepted', result: error.responseCode < 500 ? 'deferred' : 'refused' })
        return done(error)
      }
      countOutcome({ kind: 'mail_not_accepted', result: 'deferred' })
      log.warn({ reason: error.message }, 'could not accept mail; the sender will retry')
      onDeferred?.(error.message)
      if (transientKind(error) === 'disk_full')
        return done(smtpError(452, '4.3.1 There is no room for this mail right now. Try again later'))
      done(smtpError(451, '4.3.0 The mail cannot be taken just now. Try again later'))
    },
  )
}

const toEnvelopeText = (text: string) => toStorableText(text.slice(0, 1000))
const toPrintableAscii = (text: string) => text.replace(/[^\x21-\x7e]/g, '?').slice(0, 320)
