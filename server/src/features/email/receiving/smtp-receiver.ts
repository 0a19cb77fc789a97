import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { Actor } from '../../../actor.ts'
import type { Db } from '../../../db/pool.ts'
import type { Act } from '../../../db/transaction.ts'
import type { FileStore } from '../../../files/file-store.ts'
import { createRangeMatcher } from '../../../http/outbound/ip-ranges.ts'
import type { Log } from '../../../log.ts'
import { explainListenError } from '../../../startup/check-ports.ts'
import { transientKind } from '../../../transient-error.ts'
import { storeRawMail } from '../ledger/raw-mail.ts'
import { insertDelivery } from '../ledger/record-delivery.ts'
import { findInboxByAddress } from './find-inbox-by-address.ts'
import { readMailSizeLimit } from './mail-size-limit.ts'
import { acceptProxyHeaders } from './proxy-protocol.ts'
import { openReceiverTls, type TlsFiles } from './receiver-tls.ts'

export type SmtpReceiverDeps = {
  /** Told of each mail that could not be taken for a reason of ours. */
  onDeferred?: (reason: string) => void
  db: Db
  act: Act
  system: Actor
  log: Log
  store: FileStore
}

export type SmtpReceiver = { port: number; isListening(): boolean; stop(): Promise<void> }

/** What one process takes on at a time; a sender beyond that is asked to come again. */
const limits = {
  connections: 200,
  connections_per_peer: 50,
  /** Of all mails that are coming in just now, in bytes. */
  buffered: 256 * 1024 * 1024,
  recipients: 100,
  idle_ms: 60_000,
  /** The longest a connection may last: a sender that drips is no reason to keep a place occupied. */
  connection_ms: 15 * 60_000,
}

/**
 * The built-in SMTP server (RFC 5321). It takes mail for addresses of inboxes only, and says 250 when bytes and ledger row are durable;
 * whatever goes wrong on our side is a 4xx, so that the sender keeps the mail and comes again.
 */
export async function startSmtpReceiver(
  deps: SmtpReceiverDeps,
  {
    port,
    host,
    name,
    tls_files,
    proxies = [],
  }: {
    port: number
    host: string
    /** By which it greets. */
    name: string
    tls_files?: TlsFiles | undefined
    /** Addresses and ranges of proxies, whose connections begin with a PROXY header. */
    proxies?: readonly string[]
  },
): Promise<SmtpReceiver> {
  const tls = tls_files ? await openReceiverTls(tls_files, deps.log) : null
  // Loaded here: a process without the receiver needs none of it.
  const { SMTPServer } = await import('smtp-server')
  const peers = new Map<string, number>()
  let buffered = 0

  const receiveData = async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
    const chunks: Buffer[] = []
    let size = 0
    let busy = false
    const most = await readMailSizeLimit(deps.db)
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        size += chunk.length
        // What is too much is still read to its end, as the protocol wants, but not kept.
        if (size > most || busy) continue
        if (buffered + chunk.length > limits.buffered) {
          busy = true
          continue
        }
        buffered += chunk.length
        chunks.push(chunk)
      }
      if (size > most || stream.sizeExceeded)
        throw smtpError(552, `5.3.4 This mail is larger than ${Math.floor(most / 1024 / 1024)} MB`)
      if (busy) throw smtpError(452, '4.3.1 Too much mail is coming in just now. Try again later')
      await storeDeliveries(deps, Buffer.concat(chunks), session)
    } finally {
      for (const chunk of chunks) buffered -= chunk.length
    }
  }

  const server = new SMTPServer({
    name,
    banner: 'Parley',
    size: await readMailSizeLimit(deps.db),
    // Senders that are offered STARTTLS insist on it, many of them: only with a certificate.
    disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    ...tls?.pair,
    disableReverseLookup: true,
    maxClients: limits.connections,
    socketTimeout: limits.idle_ms,
    closeTimeout: 5_000,
    logger: false,
    onConnect({ remoteAddress }, done) {
      const open = peers.get(remoteAddress) ?? 0
      if (open >= limits.connections_per_peer)
        return done(smtpError(421, '4.7.0 Too many connections from your address. Try again later'))
      peers.set(remoteAddress, open + 1)
      respondAfter(done, deps, async () => {
        const renewed = await tls?.reloadIfChanged()
        if (renewed) server.updateSecureContext(renewed)
      })
    },
    onClose({ remoteAddress }) {
      const open = (peers.get(remoteAddress) ?? 1) - 1
      if (open > 0) peers.set(remoteAddress, open)
      else peers.delete(remoteAddress)
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
      // A failure before the end would leave the client talking to nobody.
      respondAfter(done, deps, () =>
        receiveData(stream, session).catch((error) => {
          stream.resume()
          throw error
        }),
      )
    },
  })
  server.server.on('connection', (socket: Socket) => {
    const timer = setTimeout(() => socket.destroy(), limits.connection_ms).unref()
    socket.once('close', () => clearTimeout(timer))
  })
  // Connections that break off in the middle are everyday: nothing was acknowledged.
  server.on('error', (error) => deps.log.debug({ reason: error.message }, 'an SMTP connection broke off'))
  const listener =
    proxies.length > 0 ? acceptProxyHeaders(server.server, createRangeMatcher(proxies)) : server.server
  listener.listen(port, host)
  await once(listener, 'listening').catch((error: Error) => {
    throw explainListenError(error, 'SMTP_RECEIVER_PORT', { port, host })
  })
  return {
    port: (listener.address() as AddressInfo).port, // listens on TCP, so it is no pipe's name
    isListening: () => listener.listening,
    stop: () =>
      new Promise((resolve) => {
        if (listener !== server.server) listener.close()
        server.close(resolve)
      }),
  }
}

/** One delivery per inbox that the mail is addressed to, all or none. */
async function storeDeliveries(
  { db, act, system, store }: SmtpReceiverDeps,
  raw: Buffer,
  session: SMTPServerSession,
): Promise<void> {
  const { mailFrom, rcptTo } = session.envelope
  const recipientsOf = new Map<number, string[]>()
  for (const { address } of rcptTo) {
    const inbox = await findInboxByAddress(db, address)
    if (inbox) recipientsOf.set(inbox.id, [...(recipientsOf.get(inbox.id) ?? []), address.toLowerCase()])
  }
  // Switched off between RCPT and here.
  if (recipientsOf.size === 0) throw smtpError(450, '4.2.1 This inbox was switched off just now')
  const raw_hash = await storeRawMail(store, raw)
  await act(system, async (tx) => {
    for (const [inbox_id, recipients] of recipientsOf)
      await insertDelivery(tx, {
        inbox_id,
        source: 'smtp',
        envelope: {
          peer: session.remoteAddress,
          helo: toStorableText(session.hostNameAppearsAs),
          from: mailFrom ? toStorableText(mailFrom.address.toLowerCase()) : '',
          recipients: recipients.map(toStorableText),
        },
        raw_hash,
        raw_size: raw.length,
      })
  })
}

const smtpError = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

/** Our own refusals go out as they are; anything else is our trouble, not the sender's. */
function respondAfter(
  done: (error?: Error | null) => void,
  { log, onDeferred: onPutOff }: SmtpReceiverDeps,
  work: () => Promise<void>,
): void {
  work().then(
    () => done(),
    (error: Error & { responseCode?: number }) => {
      if (error.responseCode) return done(error)
      log.warn({ reason: error.message }, 'mail could not be taken and will be sent again')
      onPutOff?.(error.message)
      if (transientKind(error) === 'disk_full')
        return done(smtpError(452, '4.3.1 There is no room for this mail right now. Try again later'))
      done(smtpError(451, '4.3.0 The mail cannot be taken just now. Try again later'))
    },
  )
}

// jsonb holds no U+0000.
const toStorableText = (text: string) => text.replaceAll('\0', '').slice(0, 1000)
const toPrintableAscii = (text: string) => text.replace(/[^\x21-\x7e]/g, '?').slice(0, 320)
