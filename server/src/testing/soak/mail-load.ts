import { setTimeout as wait } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type pg from 'pg'
import type { SoakMail } from './soak-mails.ts'

export type MailLoad = {
  /** Message-IDs of the emails that the server acknowledged. */
  accepted: string[]
  /** Replies of the server and lost connections, after which an email was sent again. */
  errors: Map<string, number>
  stop(): Promise<void>
}

const connections = 4
/** Enough that the server always has work, and few enough that it keeps up: what it has accepted must not grow without limit. */
const maxBacklog = 100
const pollMs = 250
const retryMs = 1_000

/** Full mail load: as many emails as the server processes, over several SMTP connections. */
export function startMailLoad(
  { smtp_port, to, database }: { smtp_port: number; to: string; database: pg.Pool },
  nextMail: () => Promise<SoakMail>,
): MailLoad {
  const transport = createTransport({
    ...{ host: '127.0.0.1', port: smtp_port, secure: false, ignoreTLS: true },
    // A connection ends after fifteen minutes; senders don't keep one for that long.
    ...{ pool: true, maxConnections: connections, maxMessages: 1_000 },
  })
  const accepted: string[] = []
  const errors = new Map<string, number>()
  const stopping = new AbortController()
  let isFull = false

  const watchBacklog = async () => {
    while (!stopping.signal.aborted) {
      const { rows } = await database.query<{ count: number }>(
        `select count(*)::int as count from (select from mail_deliveries where state = 'received' limit $1) waiting`,
        [maxBacklog],
      )
      isFull = rows[0]?.count === maxBacklog
      await wait(pollMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const deliver = async ({ message_id, from, raw }: SoakMail) => {
    for (;;) {
      const error = await transport.sendMail({ envelope: { from, to: [to] }, raw }).then(
        () => null,
        (reason: Error) => reason.message,
      )
      if (error === null) return accepted.push(message_id)
      errors.set(error, (errors.get(error) ?? 0) + 1)
      await wait(retryMs)
    }
  }
  const send = async () => {
    while (!stopping.signal.aborted) {
      if (isFull) await wait(pollMs, undefined, { signal: stopping.signal }).catch(() => {})
      else await deliver(await nextMail())
    }
  }
  const running = [watchBacklog(), ...Array.from({ length: connections }, send)]
  return {
    accepted,
    errors,
    async stop() {
      stopping.abort()
      await Promise.all(running)
      transport.close()
    },
  }
}
