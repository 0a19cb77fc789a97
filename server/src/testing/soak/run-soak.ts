import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { createPool } from '../../db/pool.ts'
import { prepareWorkspace } from '../cluster/prepare-workspace.ts'
import { startSmtpSink } from '../email/smtp-sink.ts'
import { startWebhookReceiver } from '../fake-services/webhook-receiver.ts'
import { startPostgres15 } from '../processes/postgres15.ts'
import { startProgram } from '../processes/server-process.ts'
import { seededRandom } from '../seeded-random.ts'
import { type AgentLoad, type SoakAgent, startAgentLoad } from './agent-load.ts'
import { startMailLoad } from './mail-load.ts'
import { findLosses, messageIdOf } from './reconcile.ts'
import { startMailSource } from './soak-mails.ts'
import { observerName, type Sample, takeSample } from './soak-samples.ts'
import { admin, type SoakServer, startSoakServer } from './soak-server.ts'

export type SoakPlan = {
  seed: number
  /** Of full load. */
  hours: number
  agents: number
  sample_s: number
  /** How long the server idles before and after the load. */
  idle_s: number
  /** Between two backups, and between two expired sessions. */
  backup_s: number
  expire_s: number
  /** Ends the load early. */
  signal: AbortSignal
}

export type SoakResult = {
  /** What was lost, doubled or unexpected; each line describes one failure. */
  failures: string[]
  idle: Sample
  samples: Sample[]
  idle_after: Sample
  counts: AgentLoad['counts'] & { emails: number; replies: number; webhook_calls: number; backups: number }
}

const settleMs = 180_000

/** A server under load, sampled until the time is over; then everything that was promised is compared with what is there. */
export async function runSoak(plan: SoakPlan, onSample: (samples: Sample[]) => void): Promise<SoakResult> {
  const parts: (() => unknown)[] = []
  try {
    const folder = mkdtempSync(join(tmpdir(), 'parley-soak-'))
    parts.push(() => rmSync(folder, { recursive: true, force: true }))
    mkdirSync(join(folder, 'tmp'))
    const postgres = await startPostgres15()
    parts.push(() => postgres.stop())
    const database = createPool(`${postgres.url}?application_name=${observerName}`, 3)
    parts.push(() => database.end())
    const outside = await startOutside()
    parts.push(() => outside.stop())
    const server = await startSoakServer(folder, { DATABASE_URL: postgres.url })
    parts.push(() => server.stop())
    const { agents, inbox_address } = await prepareAgents(server, database, plan, outside)
    const sample = (hours: number, emails: number) => takeSample(server, database, { hours, emails })
    await wait(plan.idle_s * 1000, undefined, { signal: plan.signal }).catch(() => {})
    const idle = await sample(0, 0)

    const random = seededRandom(plan.seed)
    const mail = startMailLoad(
      { smtp_port: server.smtp_port, to: inbox_address, database },
      await startMailSource(random, inbox_address),
    )
    const work = startAgentLoad(server.http_url, agents, random)
    const disturbances = startDisturbances(plan, { server, database, folder })
    const samples = await sampleUntilOver(plan, () => server.ended, {
      take: (hours) => sample(hours, mail.accepted.length),
      onSample,
    })
    const backups = await disturbances.stop()
    await Promise.all([mail.stop(), work.stop()])
    const failures = [
      ...(await settle(server, database)),
      ...(await findLosses(database, { emails: mail.accepted, replies: work.replies }, outside.arrivals)),
      ...describe(mail.errors, 'an email was refused'),
      ...describe(work.errors, 'a request failed'),
    ]
    await wait(plan.idle_s * 1000, undefined, { signal: plan.signal }).catch(() => {})
    const idle_after = await sample(samples.at(-1)?.hours ?? 0, mail.accepted.length)
    const counts = {
      ...{ ...work.counts, emails: mail.accepted.length, replies: work.replies.length },
      ...{ webhook_calls: outside.webhookCalls(), backups },
    }
    return { failures, idle, samples, idle_after, counts }
  } finally {
    for (const part of parts.reverse()) await part()
  }
}

/** A mail server and an integrator's server that count what they receive, and keep nothing. */
async function startOutside() {
  const sink = await startSmtpSink()
  const webhooks = await startWebhookReceiver()
  const arrivals = new Map<string, number>()
  let webhookCalls = 0
  const forget = () => {
    for (const mail of sink.mails.splice(0)) {
      const id = messageIdOf(mail) ?? randomUUID()
      arrivals.set(id, (arrivals.get(id) ?? 0) + 1)
    }
    webhookCalls += webhooks.received.splice(0).length
  }
  const timer = setInterval(forget, 500)
  return {
    smtp_port: sink.port,
    webhook_url: webhooks.url,
    get arrivals() {
      forget()
      return arrivals
    },
    webhookCalls() {
      forget()
      return webhookCalls
    },
    async stop() {
      clearInterval(timer)
      await Promise.all([sink.stop(), webhooks.stop()])
    },
  }
}

/** Agents who can sign in, an inbox that sends through the sink, and a webhook for everything. */
async function prepareAgents(
  server: SoakServer,
  database: pg.Pool,
  plan: SoakPlan,
  { smtp_port, webhook_url }: { smtp_port: number; webhook_url: string },
): Promise<{ agents: SoakAgent[]; inbox_address: string }> {
  const workspace = await prepareWorkspace(
    { database_url: server.env.DATABASE_URL ?? '' },
    { agents: plan.agents, smtp_port },
  )
  const response = await fetch(`${server.http_url}/api/v1/webhooks`, {
    method: 'POST',
    headers: {
      ...{ cookie: workspace.cookies[0] ?? '', 'x-csrftoken': 'test', 'content-type': 'application/json' },
    },
    body: JSON.stringify({
      ...{ name: 'Everything', url: webhook_url, secret: '', is_active: true },
      events: ['conversation.created', 'message.created'],
    }),
  })
  if (!response.ok) throw new Error(`The webhook was refused: ${await response.text()}`)
  await database.query(
    `update agents set password_hash = (select password_hash from agents where email = $1) where email like 'agent%@parley.test'`,
    [admin.email],
  )
  const agents = workspace.cookies.map((_, n) => ({
    email: `agent${n}@parley.test`,
    password: admin.password,
  }))
  return { agents, inbox_address: workspace.inbox_address }
}

/** What happens now and then: a backup, and sessions that expire. `stop` resolves with the number of backups. */
function startDisturbances(
  { backup_s, expire_s }: SoakPlan,
  { server, database, folder }: { server: SoakServer; database: pg.Pool; folder: string },
) {
  const stopping = new AbortController()
  const repeat = async (seconds: number, work: () => Promise<void>) => {
    for (;;) {
      await wait(seconds * 1000, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      await work()
    }
  }
  let backups = 0
  const backUp = async () => {
    const file = join(folder, 'backup.parley')
    const program = startProgram('backup.ts', server.env, ['create', file], [], (stop) =>
      stopping.signal.addEventListener('abort', stop),
    )
    const code = await program.exited
    rmSync(file, { force: true })
    if (code === 0) backups += 1
    else if (!stopping.signal.aborted) throw new Error(`The backup failed:\n${program.output()}`)
  }
  const expireSession = async () => {
    await database.query(
      `update sessions set expires_at = clock_timestamp() where id_hash = (select id_hash from sessions where expires_at > clock_timestamp() order by random() limit 1)`,
    )
  }
  const running = [repeat(backup_s, backUp), repeat(expire_s, expireSession)]
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
      return backups
    },
  }
}

async function sampleUntilOver(
  { hours, sample_s, signal }: SoakPlan,
  howEnded: () => string | null,
  { take, onSample }: { take: (hours: number) => Promise<Sample>; onSample: (samples: Sample[]) => void },
): Promise<Sample[]> {
  const samples: Sample[] = []
  const start = performance.now()
  const elapsed = () => (performance.now() - start) / 3_600_000
  while (elapsed() < hours && !signal.aborted) {
    await wait(sample_s * 1000, undefined, { signal }).catch(() => {})
    const ended = howEnded()
    if (ended) throw new Error(ended)
    samples.push(await take(elapsed()))
    onSample(samples)
  }
  return samples
}

/** Waits until nothing is left to do. */
async function settle(server: SoakServer, database: pg.Pool): Promise<string[]> {
  const deadline = performance.now() + settleMs
  for (;;) {
    const { waiting } = await takeSample(server, database, { hours: 0, emails: 0 })
    if (waiting.emails + waiting.jobs + waiting.replies === 0) return []
    if (performance.now() > deadline)
      return [
        `after ${settleMs / 1000} s, ${waiting.emails} emails, ${waiting.jobs} jobs and ${waiting.replies} replies are still waiting`,
      ]
    await wait(500)
  }
}

const describe = (errors: ReadonlyMap<string, number>, what: string) =>
  [...errors].map(([reason, count]) => `${what} ${count} times: ${reason}`)
