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

/** What the server does with the next mails, until told otherwise. */
export type Behaviour =
  /** `after_ms`: takes its time with the answer, as servers that scan do. */
  | { kind: 'accept'; after_ms?: number }
  /** Answers with this code and text, at that step of the dialogue. */
  | {
      kind: 'refuse'
      code: number
      text: string
      at: 'mail' | 'rcpt' | 'data'
      only?: (address: string) => boolean
    }
  /** Takes the whole mail and never answers. */
  | { kind: 'hang' }
  /** Closes the connection when the mail begins. */
  | { kind: 'drop' }
  /** Keeps the mail, but closes the connection before saying so: the sender cannot know. */
  | { kind: 'keep and drop' }

export type SmtpSink = {
  host: '127.0.0.1'
  port: number
  mails: ReceivedMail[]
  /** The first mail, arrived already or still to come, that the test accepts. */
  waitForMail(accepts?: (mail: ReceivedMail) => boolean, timeout_ms?: number): Promise<ReceivedMail>
  behave(behaviour: Behaviour): void
  stop(): Promise<void>
}

/** A real SMTP server on loopback that keeps what it gets. With `auth`, it wants that user and password. */
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
    // Without TLS a password would otherwise be refused; this server is only ever on loopback.
    allowInsecureAuth: true,
    disabledCommands: [...(options.starttls ? [] : ['STARTTLS']), ...(options.auth ? [] : ['AUTH'])],
    disableReverseLookup: true,
    closeTimeout: 500,
    logger: false,
    onAuth({ username, password }, _session, done) {
      const right = username === options.auth?.user && password === options.auth?.password
      if (right) done(null, { user: username })
      else done(Object.assign(new Error('5.7.8 Wrong user or password'), { responseCode: 535 }))
    },
    onMailFrom: ({ address }, _session, done) => done(refusal('mail', address)),
    onRcptTo: ({ address }, _session, done) => done(refusal('rcpt', address)),
    async onData(stream, session, done) {
      const act = behaviour
      if (act.kind === 'drop') return void hangUp(session)
      // A sender that is killed in the middle of a mail leaves none.
      const raw = await buffer(stream).catch(() => null)
      if (!raw) return
      const mail = {
        from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
        to: session.envelope.rcptTo.map(({ address }) => address),
        raw,
        user: typeof session.user === 'string' ? session.user : undefined,
        ehlo: session.hostNameAppearsAs,
        at: new Date(),
      }
      if (act.kind === 'hang') return
      const refused = refusal('data', mail.from)
      if (refused) return done(refused)
      mails.push(mail)
      for (const listener of listeners) listener()
      if (act.kind === 'accept' && act.after_ms) await wait(act.after_ms)
      if (act.kind === 'keep and drop') hangUp(session)
      else done(null)
    },
  })
  const sockets = new Map<number | undefined, Socket>()
  const hangUp = ({ remotePort }: SMTPServerSession) => void sockets.get(remotePort)?.destroy()
  server.server.on('connection', (socket: Socket) => {
    sockets.set(socket.remotePort, socket)
    socket.once('close', () => sockets.delete(socket.remotePort))
  })
  // A client that hangs up in the middle is what some tests are about.
  server.on('error', () => {})
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server.server, 'listening')

  return {
    host: '127.0.0.1',
    port: (server.server.address() as AddressInfo).port, // listens on TCP, so it is no pipe's name
    mails,
    behave(next) {
      behaviour = next
    },
    waitForMail(accepts = () => true, timeout_ms = 10_000) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          listeners.delete(look)
          reject(new Error(`No such mail came within ${timeout_ms} ms; ${mails.length} others did`))
        }, timeout_ms)
        const look = () => {
          const mail = mails.find(accepts)
          if (!mail) return
          clearTimeout(timer)
          listeners.delete(look)
          resolve(mail)
        }
        listeners.add(look)
        look()
      })
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(resolve))
      for (const socket of sockets.values()) socket.destroy()
      await closed
    },
  }
}
