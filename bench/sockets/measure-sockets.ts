import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { hashToken } from '../../server/src/identity/sessions/session.ts'
import type { SocketLoad } from '../run/bounds.ts'
import { type Session, signIn } from '../run/browser.ts'
import { noteCall } from '../run/measure-conversations.ts'
import { percentilesOf, round } from '../run/metrics.ts'
import { processorSeconds } from '../run/processor-time.ts'
import { type Product, startProduct } from '../run/product.ts'
import type { Target } from '../run/target.ts'
import { agentEmail } from '../seed/workspace.ts'
import { type SocketClient, startSocketClient } from './client-process.ts'
import type { ClientReport } from './client-program.ts'
import { readOpenFilesLimit } from './open-files-limit.ts'
import { carries, type SocketStep } from './socket-step.ts'

type Node = {
  database_url: string
  data_dir: string
  login: { email: string; password: string }
  conversations: Target['uuids']
}

/**
 * How many sockets one web process carries: a process with the role web alone is given more and more, until one fails, misses an event or
 * has it too late. The sockets are in processes of their own. Returns the steps so far, the last of which may not have been carried.
 */
export async function measureSockets(
  client: pg.Client,
  node: Node,
  load: SocketLoad,
  say: (line: string) => void,
): Promise<SocketStep[]> {
  const limit = await readOpenFilesLimit()
  const sessions = await openSessions(client, Math.max(...load.steps))
  const product = await startProduct({ ...node, counting: false, env: { ROLES: 'web' } })
  const clients: SocketClient[] = []
  try {
    const browser = await signIn(product.url, node.login.email, node.login.password)
    const writeNotes = noteWriter(browser, node.conversations)
    // Compiles the code and fills the caches whose memory would otherwise count as that of the first sockets.
    await writeNotes(20, 20)
    const memory_before = await product.memory()
    const steps: SocketStep[] = []
    for (const sockets of load.steps) {
      // The database, files and the listeners need some, too.
      if (sockets + 200 > limit) {
        say(`${sockets} sockets: not measured, because a process may only open ${limit} files (ulimit -Hn)`)
        break
      }
      await openSockets(product, clients, sessions.cookies, sockets, load.per_client)
      const measureOnce = () => measureStep(product, clients, { sockets, memory_before }, writeNotes, load)
      let step = await measureOnce()
      // One busy moment of the machine would end it early.
      if (!carries(step, load)) step = await measureOnce()
      say(`${sockets} sockets: ${step.memory_mb} MB, p99 ${step.delay.p99} ms`)
      steps.push(step)
      if (!carries(step, load)) break
    }
    browser.close()
    return steps
  } finally {
    for (const one of clients) await one.stop()
    await product.stop()
    await sessions.close()
  }
}

/** One for each socket, of 50 agents. */
async function openSessions(client: pg.Client, count: number) {
  const cookies: string[] = []
  const hashes: Buffer[] = []
  for (let n = 0; n < count; n++) {
    const token = randomBytes(32).toString('base64url')
    hashes.push(hashToken(token))
    await client.query(
      `insert into sessions (id_hash, agent_id, created_at, last_seen_at, expires_at)
       select $1, id, now(), now(), now() + interval '1 day' from agents where email = $2`,
      [hashToken(token), agentEmail(1 + (n % 50))],
    )
    cookies.push(`parley_session=${token}`)
  }
  return {
    cookies,
    async close() {
      await client.query('delete from sessions where id_hash = any($1)', [hashes])
    },
  }
}

/** Adds sockets until there are this many, and processes to hold them. */
async function openSockets(
  product: Product,
  clients: SocketClient[],
  cookies: string[],
  sockets: number,
  per_client: number,
) {
  for (let index = 0; index * per_client < sockets; index++) {
    clients[index] ??= startSocketClient()
    const { open } = (await clients[index]?.report()) ?? { open: 0 }
    const first = index * per_client
    await clients[index]?.open(
      product.url,
      cookies.slice(first + open, Math.min(first + per_client, sockets)),
    )
  }
}

type WriteNotes = (count: number, per_second: number) => Promise<Map<number, number>>

/** Sends numbered notes at a steady rate, and returns when it sent each: seconds on the machine's monotonic clock. */
function noteWriter(browser: Session, conversations: Target['uuids']): WriteNotes {
  let number = 0
  return async (count, per_second) => {
    const sentAt = new Map<number, number>()
    const startedAt = performance.now()
    const posts: Promise<unknown>[] = []
    for (let n = 0; n < count; n++) {
      await wait(Math.max(0, startedAt + (n * 1000) / per_second - performance.now()))
      const one = conversations[n % conversations.length]
      if (!one) break
      const { path } = noteCall(one)
      number += 1
      sentAt.set(number, Number(process.hrtime.bigint()) / 1e9)
      posts.push(browser.post(path, { private: true, message: `<p>bench note ${number}</p>` }))
    }
    await Promise.all(posts)
    return sentAt
  }
}

async function measureStep(
  product: Product,
  clients: SocketClient[],
  { sockets, memory_before }: { sockets: number; memory_before: number },
  writeNotes: WriteNotes,
  load: SocketLoad,
): Promise<SocketStep> {
  const collect = async () => mergeReports(await Promise.all(clients.map((one) => one.report())))
  const rest_cpu = await measureProcessorShare(product, () => wait(load.rest_seconds * 1000))
  await collect()
  const expected = load.event_seconds * load.events_per_second
  let sentAt = new Map<number, number>()
  let received: Arrivals = { frames: 0, failures: 0, arrivals: new Map() }
  let seconds = 0
  const event_cpu = await measureProcessorShare(product, async () => {
    const from = performance.now()
    sentAt = await writeNotes(expected, load.events_per_second)
    received = await collectAll(collect, expected * sockets)
    seconds = (performance.now() - from) / 1000
  })
  const memory_mb = await product.memory()
  const delays = [...received.arrivals].flatMap(([number, times]) =>
    times.map((at) => (at - (sentAt.get(number) ?? at)) * 1000),
  )
  return {
    sockets,
    failures: received.failures,
    memory_mb,
    kb_per_socket: Math.round(((memory_mb - memory_before) * 1024) / sockets),
    rest_cpu,
    event_cpu,
    frames_per_second: Math.round(received.frames / seconds),
    delay: percentilesOf(delays),
    missing: sentAt.size * sockets - delays.length,
  }
}

type Arrivals = Pick<ClientReport, 'frames' | 'failures' | 'arrivals'>

/** Collects until nothing is missing, or for ten seconds. */
async function collectAll(collect: () => Promise<Arrivals>, expected: number): Promise<Arrivals> {
  const all: Arrivals = { frames: 0, failures: 0, arrivals: new Map() }
  for (let tries = 0, count = 0; count < expected && tries < 100; tries++) {
    const { frames, failures, arrivals } = await collect()
    all.frames += frames
    all.failures = failures
    for (const [number, times] of arrivals) {
      all.arrivals.set(number, [...(all.arrivals.get(number) ?? []), ...times])
      count += times.length
    }
    if (count < expected) await wait(100)
  }
  return all
}

function mergeReports(reports: ClientReport[]): Arrivals {
  const arrivals = new Map<number, number[]>()
  for (const report of reports)
    for (const [number, times] of report.arrivals)
      arrivals.set(number, [...(arrivals.get(number) ?? []), ...times])
  const sum = (key: 'frames' | 'failures') => reports.reduce((total, report) => total + report[key], 0)
  return { frames: sum('frames'), failures: sum('failures'), arrivals }
}

/** Processor time of the product during the work, as a share of one core. */
async function measureProcessorShare(product: Product, work: () => Promise<void>): Promise<number | null> {
  const read = () => (process.platform === 'linux' ? processorSeconds(product.pid) : null)
  const before = await read()
  const from = performance.now()
  await work()
  const after = await read()
  if (before === null || after === null) return null
  return round((after - before) / ((performance.now() - from) / 1000))
}
