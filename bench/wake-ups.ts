/**
 * `npm run bench:wake-ups -- [--results bench/results]`: LISTEN/NOTIFY against Redis, for waking nodes after a commit. Seven nodes
 * listen; another publishes at a rate. Starts both servers from Debian's packages (postgresql-15, redis-server).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { findFreePort } from '../server/src/testing/processes/free-ports.ts'
import { startPostgres15 } from '../server/src/testing/processes/postgres15.ts'
import { findPostmaster, processorSeconds } from './run/processor-time.ts'

const { values } = parseArgs({
  options: { results: { type: 'string', default: new URL('./results', import.meta.url).pathname } },
})
const nodes = 7
const seconds = 10
/** Per second. A node coalesces its own within 4 ms, so it sends at most 250. */
const rates = [50, 250, 1750]

/** Returns the wake-ups that arrived, each as its delay in ms. */
type Measure = (rate: number) => Promise<number[]>

async function publishAt(rate: number, publish: (text: string) => unknown) {
  const startedAt = performance.now()
  for (let sent = 0; sent < rate * seconds; ) {
    const due = Math.min(rate * seconds, ((performance.now() - startedAt) / 1000) * rate)
    for (; sent < due; sent++) publish(String(performance.now()))
    await wait(1)
  }
  await wait(500)
}

async function measureNotify(url: string): Promise<{ measure: Measure; stop(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  const listeners = await Promise.all(
    Array.from({ length: nodes }, async () => {
      const client = new pg.Client(url)
      await client.connect()
      await client.query('listen bench')
      return client
    }),
  )
  return {
    async measure(rate) {
      const delays: number[] = []
      const receive = ({ payload }: pg.Notification) => delays.push(performance.now() - Number(payload))
      for (const listener of listeners) listener.on('notification', receive)
      await publishAt(rate, (text) => pool.query('select pg_notify($1, $2)', ['bench', text]))
      for (const listener of listeners) listener.off('notification', receive)
      return delays
    },
    async stop() {
      await Promise.all([pool.end(), ...listeners.map((client) => client.end())])
    },
  }
}

async function measureRedis(port: number): Promise<{ measure: Measure; stop(): Promise<void> }> {
  const open = async () => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    await once(socket, 'connect')
    return socket
  }
  const publisher = await open()
  publisher.resume()
  const subscribers: Socket[] = []
  for (let i = 0; i < nodes; i++) {
    const socket = await open()
    socket.write('SUBSCRIBE bench\r\n')
    await once(socket, 'data')
    subscribers.push(socket)
  }
  return {
    async measure(rate) {
      const delays: number[] = []
      const receive = (data: Buffer) => {
        for (const [, sentAt] of data.toString().matchAll(/\$\d+\r\n(\d+\.\d+)\r\n/g))
          delays.push(performance.now() - Number(sentAt))
      }
      for (const socket of subscribers) socket.on('data', receive)
      await publishAt(rate, (text) => publisher.write(`PUBLISH bench ${text}\r\n`))
      for (const socket of subscribers) socket.off('data', receive)
      return delays
    },
    async stop() {
      for (const socket of [publisher, ...subscribers]) socket.destroy()
    },
  }
}

async function findPostmasterOf(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  return findPostmaster(client).finally(() => client.end())
}

const percentile = (sorted: number[], p: number) =>
  (sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * p) / 100))] ?? Number.NaN).toFixed(2)

const redisPort = await findFreePort()
const redis = spawn(
  '/usr/bin/redis-server',
  ['--port', String(redisPort), '--save', '', '--bind', '127.0.0.1'],
  {
    stdio: 'ignore',
  },
)
const postgres = await startPostgres15()
await wait(500)
const contenders = [
  {
    name: 'LISTEN/NOTIFY',
    pid: await findPostmasterOf(postgres.url),
    ...(await measureNotify(postgres.url)),
  },
  {
    name: 'Redis',
    pid: redis.pid ?? 0,
    ...(await measureRedis(redisPort)),
  },
]
const lines = [
  '| | wake-ups/s | arrived at 7 nodes | p50 ms | p99 ms | server processor time per s |',
  '|---|--:|--:|--:|--:|--:|',
]
for (const rate of rates)
  for (const { name, measure, pid } of contenders) {
    const before = await processorSeconds(pid)
    const delays = (await measure(rate)).sort((a, b) => a - b)
    const used = (await processorSeconds(pid)) - before
    const share = `${((100 * delays.length) / (rate * seconds * nodes)).toFixed(0)} %`
    lines.push(
      `| ${name} | ${rate} | ${share} | ${percentile(delays, 50)} | ${percentile(delays, 99)} | ${((1000 * used) / seconds).toFixed(0)} ms |`,
    )
  }
for (const { stop } of contenders) await stop()
await postgres.stop()
redis.kill()
const date = new Date().toISOString().slice(0, 10)
const text = `# Wake-ups\n\n${date}, ${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}. Publisher and nodes in one process; PostgreSQL 15, Redis 7; ${seconds} s each.\n\n${lines.join('\n')}\n`
await writeFile(join(values.results, `${date}-wake-ups.md`), text)
console.log(text)
