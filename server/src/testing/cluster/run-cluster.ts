import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../email/smtp-sink.ts'
import { seededRandom } from '../seeded-random.ts'
import { type ClusterLoad, type LoadIntervals, type Promised, startLoad } from './cluster-load.ts'
import { prepareWorkspace } from './prepare-workspace.ts'
import { type SocketSwarm, startSocketSwarm } from './socket-swarm.ts'
import { type Cluster, type ClusterSize, startCluster } from './start-cluster.ts'
import { findFailures, findUnhealthy } from './verify-cluster.ts'

export type ClusterPlan = {
  seed: number
  size: ClusterSize
  sockets: number
  intervals: LoadIntervals
  /** Random nodes are killed, or frozen for longer than a lease lasts, one after the other. */
  faults: number
  /** The number of the first fault of this run: 1, unless it resumes another one with the same seed. */
  from?: number
  pause_ms: number
  /** The PostgreSQL primary is lost before this fault. */
  fail_over_at: number
  /** Ends the run, which then throws. */
  signal: AbortSignal
}

export type ClusterResult = {
  failures: string[]
  /** Replies that reached the mail server more than once. */
  resent: number
  promised: { mails: number; replies: number; probes: number }
  faults: Faults
  /** From the last fault until everything is healthy. */
  recovery_s: number
  /** What was unhealthy until then, in order, each with the seconds since the last fault. */
  recovery: string[]
  /** From sending a change until a socket has it, without those sent around the fail-over. */
  event_ms: { p50: number; p99: number; max: number; count: number }
  socket_losses: number
}

type Faults = {
  kills: number
  freezes: number
  fail_over: {
    at: number
    /** Until a change was accepted again. */
    seconds: number
  } | null
}

type Disturbed = { cluster: Cluster; load: ClusterLoad; log: (line: string) => void }

const freezeMs = 12_000
/** Around the fail-over events are as late as the database is away. */
const uncountedMs = 30_000
const patienceMs = 120_000

/**
 * Runs nodes under load, disturbs them, and compares what was promised with what is there. They are stopped when the test ends, also when
 * it takes too long.
 */
export async function runCluster(plan: ClusterPlan, log: (line: string) => void): Promise<ClusterResult> {
  const { signal, sockets } = plan
  const sink = await startSmtpSink()
  onTestFinished(() => sink.stop())
  const cluster = await startCluster(plan.size, plan)
  onTestFinished(() => cluster.stop())
  const agents = Math.max(1, Math.ceil(sockets / 100))
  const workspace = await prepareWorkspace(cluster, { agents, smtp_port: sink.port })
  const cookies = Array.from({ length: sockets }, (_, n) => workspace.cookies[n % agents] ?? '')
  const swarm = await startSocketSwarm(cluster.http_url, cookies)
  onTestFinished(() => swarm.stop())
  let connected = 0
  await until(
    signal,
    'all sockets are connected',
    async () => {
      ;({ connected } = await swarm.report())
      return connected === sockets
    },
    () => `${connected} of ${sockets} are`,
  )
  log(`${sockets} sockets are connected`)
  const load = await startLoad(cluster, workspace, plan.intervals)
  onTestFinished(() => load.stop())
  const faults = await disturb({ cluster, load, log }, plan)
  const disturbedUntil = Date.now()
  const recovery = await untilHealthy(cluster, signal)
  const recovery_s = (Date.now() - disturbedUntil) / 1000
  await load.stop()
  await untilHealthy(cluster, signal)
  return {
    ...(await compare({ cluster, promised: load.promised, sink, swarm, faults }, plan)),
    ...{ faults, recovery_s, recovery },
  }
}

async function disturb({ cluster, load, log }: Disturbed, plan: ClusterPlan): Promise<Faults> {
  const faults: Faults = { kills: 0, freezes: 0, fail_over: null }
  const { from = 1, signal } = plan
  for (const fault of plannedFaults(plan).slice(from - 1)) {
    await wait(fault.pause_ms, undefined, { signal })
    if (fault.after_fail_over) {
      faults.fail_over = await failOver(cluster, load, signal)
      log(`a change was accepted ${faults.fail_over.seconds.toFixed(1)} s after the primary was lost`)
    }
    const node = cluster.nodes[fault.node]
    if (fault.down_ms === null) {
      faults.freezes += 1
      await node?.freeze(freezeMs)
    } else {
      faults.kills += 1
      await node?.kill()
      await wait(fault.down_ms, undefined, { signal })
      await node?.start()
    }
    const { mails, replies } = load.promised
    if (fault.number % 10 === 0)
      log(`${fault.number} faults, ${mails.length} emails, ${replies.length} replies`)
  }
  return faults
}

type Fault = {
  number: number
  /** Before it. */
  pause_ms: number
  after_fail_over: boolean
  /** Index of the node. */
  node: number
  /** From the kill to the next start; null freezes the node instead. */
  down_ms: number | null
}

/** The same for the same seed. */
function plannedFaults({ seed, size, faults, pause_ms, fail_over_at }: ClusterPlan): Fault[] {
  const random = seededRandom(seed)
  const nodes = size.web + size.worker + size.mail
  return Array.from({ length: faults }, (_, n) => ({
    number: n + 1,
    pause_ms: pause_ms * (random.between(50, 150) / 100),
    after_fail_over: n === fail_over_at,
    node: random.between(0, nodes - 1),
    down_ms: random.chance(0.1) ? null : random.between(0, 1_000),
  }))
}

async function failOver(cluster: Cluster, load: ClusterLoad, signal: AbortSignal) {
  const at = Date.now()
  const before = load.promised.probes.length
  await cluster.failOver()
  await until(signal, 'a change is accepted', async () => load.promised.probes.length > before)
  return { at, seconds: (Date.now() - at) / 1000 }
}

type Outcome = { cluster: Cluster; promised: Promised; sink: SmtpSink; swarm: SocketSwarm; faults: Faults }

async function compare(
  { cluster, promised, sink, swarm, faults }: Outcome,
  { sockets, signal }: Pick<ClusterPlan, 'sockets' | 'signal'>,
) {
  const received = async () => new Map((await swarm.report()).probes.map((probe) => [probe.number, probe]))
  let probes = await received()
  const incomplete = () => promised.probes.filter(({ number }) => probes.get(number)?.received !== sockets)
  await until(
    signal,
    'all sockets have everything',
    async () => {
      probes = await received()
      return incomplete().length === 0
    },
    () =>
      incomplete()
        .map(({ number }) => `probe ${number} reached ${probes.get(number)?.received ?? 0} of ${sockets}`)
        .join(', '),
  )
  const { fail_over } = faults
  const delays = promised.probes
    .filter(({ sent_at }) => !fail_over || Math.abs(sent_at - fail_over.at) > uncountedMs)
    .flatMap(({ number }) => probes.get(number)?.delays ?? [])
    .sort((a, b) => a - b)
  const percentile = (p: number) => Math.round(delays[Math.ceil((delays.length * p) / 100) - 1] ?? Number.NaN)
  return {
    ...(await findFailures(cluster, promised, sink)),
    promised: {
      mails: promised.mails.length,
      replies: promised.replies.length,
      probes: promised.probes.length,
    },
    event_ms: { p50: percentile(50), p99: percentile(99), max: percentile(100), count: delays.length },
    socket_losses: (await swarm.report()).losses,
  }
}

/**
 * Waits until the nodes are well and everything that was accepted by then is done; a load may go on. Resolves with what was unhealthy,
 * each with the seconds it began after.
 */
async function untilHealthy(
  cluster: Cluster,
  signal: AbortSignal,
  accepted_until = new Date(),
): Promise<string[]> {
  const startedAt = performance.now()
  const reasons: string[] = []
  let reason: string | null = null
  await until(
    signal,
    'the cluster is healthy',
    async () => {
      const previous = reason
      reason = await findUnhealthy(cluster, accepted_until)
      if (reason !== null && reason !== previous)
        reasons.push(`${((performance.now() - startedAt) / 1000).toFixed(1)} s: ${reason}`)
      return reason === null
    },
    () =>
      `${reason}\n${cluster.nodes.map(({ name, output }) => `${name}: ${output.slice(-1_000)}`).join('\n')}`,
  )
  return reasons
}

async function until(
  signal: AbortSignal,
  what: string,
  isTrue: () => Promise<boolean>,
  explain = () => '',
): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain until ${what}. ${explain()}`)
    await wait(250, undefined, { signal })
  }
}
