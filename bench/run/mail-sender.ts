import { once } from 'node:events'
import { connect } from 'node:net'
import { pick, type Random, uuid } from '../seed/random.ts'
import type { TextGenerator } from '../seed/text-generator.ts'
import { inboxAddress } from '../seed/workspace.ts'
import { contactEmail } from '../seed/write-conversation.ts'

export type Mail = { from: string; to: string; subject: string; raw: Buffer }

/** Writes emails of about 5 kB, text and HTML. Four of five start a conversation, the fifth replies to an existing message. */
export function mailWriter(
  random: Random,
  bodies: TextGenerator,
  existing: { contacts: { first: number; count: number }; message_ids: string[] },
): () => Mail {
  let count = 0
  const run = uuid(random)
  return () => {
    count += 1
    const from = contactEmail(existing.contacts.first + Math.floor(random() * existing.contacts.count))
    const to = inboxAddress(1 + Math.floor(random() * 8))
    const subject = `${bodies.subject(random)} (${run.slice(0, 8)}-${count})`
    const isReply = existing.message_ids.length > 0 && random() < 0.2
    const { content, text_content } = bodies.body(Math.floor(random() * 2 ** 32), 'mail')
    const part = (type: string, pieces: Buffer[]) => [
      '--boundary-of-the-parts',
      `Content-Type: text/${type}; charset=utf-8`,
      'Content-Transfer-Encoding: base64',
      '',
      ...(Buffer.from(unescaped(Buffer.concat(pieces).toString()))
        .toString('base64')
        .match(/.{1,76}/g) ?? []),
    ]
    const lines = [
      `Received: from mail.example.com (mail.example.com [192.0.2.7]) by mx.example.net with ESMTPS id ${uuid(random)}`,
      `From: Customer <${from}>`,
      `To: <${to}>`,
      `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
      `Message-ID: <${run}.${count}@mail.example.com>`,
      `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
      ...(isReply ? [`In-Reply-To: <${pick(random, existing.message_ids)}>`] : []),
      'MIME-Version: 1.0',
      'Content-Type: multipart/alternative; boundary="boundary-of-the-parts"',
      '',
      ...part('plain', text_content),
      ...part('html', content),
      '--boundary-of-the-parts--',
      '',
    ]
    return { from, to, subject, raw: Buffer.from(lines.join('\r\n')) }
  }
}

const unescaped = (text: string) =>
  text.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\\\', '\\')

export type Sender = {
  /** Resolves when the server has accepted the whole email with 250. @throws with the server's reply when it refuses */
  send(mail: Mail): Promise<void>
  close(): void
}

/**
 * One SMTP connection that waits for every reply, like a mail server without pipelining. A mail library would work as well, but its CPU
 * time would count against the two cores shared with the server.
 */
export async function openSender(port: number): Promise<Sender> {
  const socket = connect(port, '127.0.0.1')
  let onReply: (line: string) => void = () => {}
  let onFailure: (error: Error) => void = () => {}
  let buffered = ''
  socket.setNoDelay(true)
  socket.on('data', (data) => {
    buffered += data
    for (let end = buffered.indexOf('\r\n'); end >= 0; end = buffered.indexOf('\r\n')) {
      const line = buffered.slice(0, end)
      buffered = buffered.slice(end + 2)
      // A hyphen after the code marks a multi-line reply.
      if (line[3] !== '-') onReply(line)
    }
  })
  socket.on('error', (error) => onFailure(error))
  socket.on('close', () => onFailure(new Error('The receiver closed the connection')))
  const answer = (code: string) =>
    new Promise<void>((resolve, reject) => {
      onFailure = reject
      onReply = (line) => (line.startsWith(code) ? resolve() : reject(new Error(`The receiver said ${line}`)))
    })
  const command = (text: string | Buffer, code: string) => {
    const reply = answer(code)
    socket.write(text)
    return reply
  }
  const greeting = answer('220')
  await once(socket, 'connect')
  await greeting
  await command('EHLO mail.example.com\r\n', '250')
  return {
    async send({ from, to, raw }) {
      await command(`MAIL FROM:<${from}>\r\n`, '250')
      await command(`RCPT TO:<${to}>\r\n`, '250')
      await command('DATA\r\n', '354')
      // Neither Base64 nor these headers contain a line that starts with a dot.
      await command(Buffer.concat([raw, end]), '250')
    },
    close() {
      onFailure = () => {}
      socket.end('QUIT\r\n')
    },
  }
}

const end = Buffer.from('\r\n.\r\n')
