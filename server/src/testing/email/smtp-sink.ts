import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

export type ReceivedMail = {
  from: string
  to: string[]
  raw: Buffer
  user: string | undefined
  ehlo: string
  at: Date
}

/** How the server handles the next emails. */
type Behaviour =
  /** `after_ms` delays the response, like servers that scan. */
  | { kind: 'accept'; after_ms?: number }
  /** Rejects with this code and text at that step of the dialogue. */
  | {
      kind: 'refuse'
      code: number
      text: string
      at: 'mail' | 'rcpt' | 'data'
      only?: (address: string) => boolean
    }
  /** Accepts the data and never responds. */
  | { kind: 'hang' }
  /** Closes the connection at the start of the email. */
  | { kind: 'drop' }
  /** Stores the email, but closes the connection before responding: the sender cannot know. */
  | { kind: 'keep and drop' }

export type SmtpSink = {
  host: '127.0.0.1'
  port: number
  mails: ReceivedMail[]
  /** Resolves with the first email, received already or later, that matches. */
  waitForMail(accepts?: (mail: ReceivedMail) => boolean, timeout_ms?: number): Promise<ReceivedMail>
  behave(behaviour: Behaviour): void
  stop(): Promise<void>
}

/** A real SMTP server on loopback that stores what it receives. `auth` makes it require that user and password. */
export async function startSmtpSink(
  options: { port?: number; auth?: { user: string; password: string }; starttls?: boolean } = {},
): Promise<SmtpSink> {
  const mails: ReceivedMail[] = []
  const listeners = new Set<() => void>()
  let behaviour: Behaviour = { kind: 'accept' }
  const refusal = (at: 'mail' | 'rcpt' | 'data', address: string) =>
    behaviour.kind === 'refuse' && behaviour.at === at && (behaviour.only?.(address) ?? true)
      ? Object.assign(new Error(behaviour.text), { responseCode: behaviour.code })
      : undefined

  const server = new SMTPServer({
    authOptional: !options.auth,
    // Without TLS, passwords would be rejected by default; this server only listens on loopback.
    allowInsecureAuth: true,
    disabledCommands: [...(options.starttls ? [] : ['STARTTLS']), ...(options.auth ? [] : ['AUTH'])],
    disableReverseLookup: true,
    closeTimeout: 500,
    logger: false,
    onAuth({ username, password }, _session, done) {
      const isValid = username === options.auth?.user && password === options.auth?.password
      if (isValid) done(null, { user: username })
      else done(Object.assign(new Error('5.7.8 Wrong user or password'), { responseCode: 535 }))
    },
    onMailFrom: ({ address }, _session, done) => done(refusal('mail', address)),
    onRcptTo: ({ address }, _session, done) => done(refusal('rcpt', address)),
    async onData(stream, session, done) {
      const current = behaviour
      if (current.kind === 'drop') return void hangUp(session)
      // A sender that is killed in the middle of an email leaves none.
      const raw = await buffer(stream).catch(() => null)
      if (!raw || current.kind === 'hang') return
      const mail = toReceivedMail(session, raw)
      const refused = refusal('data', mail.from)
      if (refused) return done(refused)
      mails.push(mail)
      for (const listener of listeners) listener()
      if (current.kind === 'accept' && current.after_ms) await wait(current.after_ms)
      if (current.kind === 'keep and drop') hangUp(session)
      else done(null)
    },
  })
  const sockets = new Map<number | undefined, Socket>()
  const hangUp = ({ remotePort }: SMTPServerSession) => void sockets.get(remotePort)?.destroy()
  server.server.on('connection', (socket: Socket) => {
    sockets.set(socket.remotePort, socket)
    socket.once('close', () => sockets.delete(socket.remotePort))
  })
  // Some tests are about clients that disconnect in the middle.
  server.on('error', () => {})
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server.server, 'listening')

  return {
    host: '127.0.0.1',
    port: (server.server.address() as AddressInfo).port, // listens on TCP, so it is not a pipe name
    mails,
    behave(next) {
      behaviour = next
    },
    waitForMail(accepts = () => true, timeout_ms = 20_000) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          listeners.delete(checkMails)
          reject(new Error(`No matching email arrived within ${timeout_ms} ms; ${mails.length} others did`))
        }, timeout_ms)
        const checkMails = () => {
          const mail = mails.find(accepts)
          if (!mail) return
          clearTimeout(timer)
          listeners.delete(checkMails)
          resolve(mail)
        }
        listeners.add(checkMails)
        checkMails()
      })
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(resolve))
      for (const socket of sockets.values()) socket.destroy()
      await closed
    },
  }
}

const toReceivedMail = (
  { envelope: { mailFrom, rcptTo }, user, hostNameAppearsAs }: SMTPServerSession,
  raw: Buffer,
): ReceivedMail => ({
  from: mailFrom ? mailFrom.address : '',
  to: rcptTo.map(({ address }) => address),
  raw,
  user: typeof user === 'string' ? user : undefined,
  ehlo: hostNameAppearsAs,
  at: new Date(),
})
