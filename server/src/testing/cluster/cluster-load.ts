import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { PreparedWorkspace } from './prepare-workspace.ts'
import type { Cluster } from './start-cluster.ts'

/** What the outside world was promised. */
export type Promised = {
  /** Message-IDs of emails that were acknowledged. */
  mails: string[]
  /** Uuids of replies that were accepted. */
  replies: string[]
  /** Notes that sockets look out for, with the time when each was sent. */
  probes: { number: number; sent_at: number }[]
}

export type ClusterLoad = {
  readonly promised: Promised
  /** Ends when everything that was begun has been accepted. */
  stop(): Promise<void>
}

/** Pauses in ms between two of a kind. */
export type LoadIntervals = { mail: number; reply: number; probe: number }

const retryMs = 300

/** Emails from customers, replies of agents, and notes. Each is repeated until it is accepted, as mail servers and browsers do. */
export async function startLoad(
  cluster: Cluster,
  { cookies, inbox_address, inbox_id }: PreparedWorkspace,
  intervals: LoadIntervals,
): Promise<ClusterLoad> {
  const promised: Promised = { mails: [], replies: [], probes: [] }
  const stopping = new AbortController()
  const call = (path: string, body: object, key: string) =>
    callUntilAccepted(cluster, cookies[0] ?? '', path, body, key)
  const conversation = await call(
    '/conversations',
    {
      inbox_id,
      contact_email: 'grace@customer.test',
      first_name: 'Grace',
      subject: 'Load',
      content: '<p>Hello</p>',
    },
    'first conversation',
  )
  const uuid = String(conversation.uuid)
  const repeat = async (pause_ms: number, work: (n: number) => Promise<void>) => {
    const running = new Set<Promise<void>>()
    for (let n = 0; !stopping.signal.aborted; n++) {
      const one = work(n).finally(() => running.delete(one))
      running.add(one)
      await wait(pause_ms, undefined, { signal: stopping.signal }).catch(() => {})
    }
    await Promise.all(running)
  }
  const loads = [
    repeat(intervals.mail, async (n) => {
      await deliverMail(cluster, inbox_address, n)
      promised.mails.push(messageIdOf(n))
    }),
    repeat(intervals.reply, async (n) => {
      const body = { message: `<p>Reply ${n}</p>`, to: ['grace@customer.test'] }
      const reply = await call(`/conversations/${uuid}/messages`, body, `reply ${n}`)
      promised.replies.push(String(reply.uuid))
    }),
    repeat(intervals.probe, async (number) => {
      const sent_at = performance.timeOrigin + performance.now()
      const body = { message: `<p>probe ${number} ${sent_at.toFixed(3)}</p>`, private: true }
      await call(`/conversations/${uuid}/messages`, body, `probe ${number}`)
      promised.probes.push({ number, sent_at })
    }),
  ]
  return {
    promised,
    async stop() {
      stopping.abort()
      await Promise.all(loads)
    },
  }
}

const messageIdOf = (n: number) => `load-${n}@customer.test`

async function deliverMail({ smtp_port }: Cluster, to: string, n: number): Promise<void> {
  const transport = createTransport({
    ...{ host: '127.0.0.1', port: smtp_port, secure: false, ignoreTLS: true },
    ...{ connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 },
  })
  const mail = {
    from: `Customer ${n % 20} <customer${n % 20}@customer.test>`,
    ...{ to, subject: `Question ${n}`, text: `How does this work? ${n}`, messageId: `<${messageIdOf(n)}>` },
  }
  while (
    !(await transport.sendMail(mail).then(
      () => true,
      () => false,
    ))
  )
    await wait(retryMs)
}

/** The response's data. The key makes repetitions harmless. */
async function callUntilAccepted(
  { http_url }: Cluster,
  cookie: string,
  path: string,
  body: object,
  name: string,
): Promise<Record<string, unknown>> {
  const headers = {
    ...{ cookie, 'x-csrftoken': 'test', 'content-type': 'application/json' },
    'idempotency-key': `${name} ${randomUUID()}`,
  }
  for (;;) {
    const response = await fetch(`${http_url}/api/v1${path}`, {
      ...{ method: 'POST', headers, body: JSON.stringify(body) },
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null)
    const text = await response?.text().catch(() => undefined)
    if (response?.ok && text !== undefined) return JSON.parse(text).data
    if (response && response.status < 500 && response.status !== 429)
      throw new Error(`POST ${path} returned ${response.status}: ${text}`)
    await wait(retryMs)
  }
}
