import { once } from 'node:events'
import { isIP, type Socket } from 'node:net'
import { checkServerIdentity, connect, type TLSSocket } from 'node:tls'
import { connectToMailServer } from '../../../http/outbound/connect-mail-server.ts'

type Target = { host: string; port: number }

/** What a server showed. */
type ServedCertificate = {
  expires_at: Date
  /** Why it isn't valid here and now for this host; its code is that of OpenSSL or Node.js. */
  problem: Error | null
}

const timeoutMs = 8_000
const maxReplyLength = 100_000

/** Throws if no certificate could be seen. */
export type ProbeCertificate = (target: Target) => Promise<ServedCertificate>

/** Of a server that begins with TLS, such as a web server. */
export const probeTls: ProbeCertificate = (target) => probe(target, async () => {})

/** Of an IMAP server that begins without TLS. */
export const probeImapStartTls: ProbeCertificate = (target) =>
  probe(target, async (dialogue) => {
    await dialogue.expect(/^\* (?:OK|PREAUTH)/i)
    await dialogue.send('a STARTTLS', /^a OK/i)
  })

/** Of an SMTP server that begins without TLS. */
export const probeSmtpStartTls: ProbeCertificate = (target) =>
  probe(target, async (dialogue) => {
    await dialogue.expect(/^220 /)
    await dialogue.send('EHLO [127.0.0.1]', /^250 /)
    await dialogue.send('STARTTLS', /^220 /)
  })

async function probe(
  target: Target,
  startTls: (dialogue: Dialogue) => Promise<void>,
): Promise<ServedCertificate> {
  const socket = await open(target)
  try {
    socket.on('error', () => {}).setTimeout(timeoutMs, () => socket.destroy(timedOut()))
    await startTls(createDialogue(socket))
    return await readCertificate(socket, target.host.replace(/^\[|\]$/g, ''))
  } finally {
    socket.destroy()
  }
}

const open = ({ host, port }: Target) =>
  new Promise<Socket>((resolve, reject) =>
    connectToMailServer({ host, port, connectionTimeout: timeoutMs }, (error, options) =>
      options ? resolve(options.connection) : reject(error),
    ),
  )

/** Nothing is sent after the handshake, so a certificate that isn't valid may be looked at. */
async function readCertificate(socket: Socket, host: string): Promise<ServedCertificate> {
  const encrypted = connect({ socket, rejectUnauthorized: false, ...(!isIP(host) && { servername: host }) })
  encrypted.setTimeout(timeoutMs, () => encrypted.destroy(timedOut()))
  try {
    await once(encrypted, 'secureConnect')
    const peer = encrypted.getPeerCertificate()
    if (!peer.valid_to) throw new Error('The server showed no certificate')
    return {
      expires_at: new Date(peer.valid_to),
      problem: verificationError(encrypted) ?? checkServerIdentity(host, peer) ?? null,
    }
  } finally {
    encrypted.on('error', () => {}).destroy()
  }
}

/** Node.js has the code here, although its types say that it is an error. */
function verificationError({ authorizationError }: TLSSocket): Error | null {
  if (!authorizationError) return null
  const code = String(authorizationError)
  return code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? null : Object.assign(new Error(code), { code })
}

type Dialogue = {
  /** Waits for the last line of a reply. Throws if it is another one. */
  expect(reply: RegExp): Promise<void>
  send(command: string, reply: RegExp): Promise<void>
}

const isRefusal = (line: string) => /^(?:[45]\d\d|\* BYE|a (?:NO|BAD))/i.test(line)

/** Talks to a mail server before TLS begins. */
function createDialogue(socket: Socket): Dialogue {
  const expectReply = async (reply: RegExp, code = 'EPROTOCOL') => {
    let text = ''
    while (text.length < maxReplyLength) {
      const [part] = (await Promise.race([once(socket, 'data'), closed(socket)])) as [Buffer]
      text += part.toString('latin1')
      const lines = text.split('\r\n').slice(0, -1)
      if (lines.some((line) => reply.test(line))) return
      const refusal = lines.find(isRefusal)
      if (refusal) throw Object.assign(new Error(refusal), { code })
    }
    throw new Error('The reply of the server is too long')
  }
  return {
    expect: expectReply,
    async send(command, reply) {
      socket.write(`${command}\r\n`)
      await expectReply(reply, command.endsWith('STARTTLS') ? 'ETLS' : undefined)
    },
  }
}

async function closed(socket: Socket): Promise<never> {
  await once(socket, 'close')
  throw Object.assign(new Error('The server closed the connection'), { code: 'ECONNRESET' })
}

const timedOut = () => Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })
