import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { findFreePort } from '../processes/free-ports.ts'
import { startHaproxy } from '../processes/haproxy.ts'
import { startPgBouncer } from '../processes/pgbouncer.ts'
import { startPostgres15 } from '../processes/postgres15.ts'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))

type Role = 'web' | 'worker' | 'mail'
export type ClusterSize = Record<Role, number>

type ClusterNode = {
  readonly name: string
  readonly role: Role
  isRunning(): boolean
  start(): Promise<void>
  /** SIGKILL. */
  kill(): Promise<void>
  /** SIGSTOP, so that its connections stay open, and SIGCONT. */
  freeze(ms: number): Promise<void>
  readonly output: string
}

export type Cluster = {
  readonly nodes: readonly ClusterNode[]
  /** Through HAProxy. */
  readonly http_url: string
  readonly smtp_port: number
  /** Leads to the current primary. */
  readonly database_url: string
  readonly replica_url: string
  readonly admin: { email: string; password: string }
  /** Kills the primary and promotes the replica. */
  failOver(): Promise<void>
  stop(): Promise<void>
}

/**
 * Nodes as separate processes behind HAProxy, on a PostgreSQL with a synchronous replica, through PgBouncer with `pool_mode = transaction`.
 * HAProxy also leads to whichever PostgreSQL is there, as a virtual address would.
 */
export async function startCluster(
  size: ClusterSize,
  { sockets, env = {} }: { sockets: number; env?: Record<string, string> },
): Promise<Cluster> {
  const parts: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const part of parts.splice(0).reverse()) await part()
  }
  try {
    const primary = await startPostgres15({ settings: { synchronous_commit: 'on' } })
    parts.push(() => primary.stop())
    const standby = await startPostgres15({ replica_of: primary, settings: { synchronous_commit: 'on' } })
    parts.push(() => standby.stop())
    await requireReplica(primary.url)

    const folder = mkdtempSync(join(tmpdir(), 'parley-cluster-'))
    parts.push(async () => rmSync(folder, { recursive: true, force: true }))
    const [http, smtp, database] = [await findFreePort(), await findFreePort(), await findFreePort()]
    const members = await planNodes(size)
    const haproxy = await startHaproxy(
      haproxyConfiguration({ http, smtp, database }, members, [primary.url, standby.url], sockets),
    )
    parts.push(() => haproxy.stop())
    const database_url = `postgres://postgres@127.0.0.1:${database}/postgres`
    const pgbouncer = await startPgBouncer(database_url, 'transaction')
    parts.push(() => pgbouncer.stop())

    const admin = { email: 'ada@parley.test', password: 'Correct-horse-1' }
    const http_url = `http://127.0.0.1:${http}`
    const nodes = members.map((member) =>
      defineNode(member, {
        DATABASE_URL: pgbouncer.url,
        DATABASE_DIRECT_URL: database_url,
        DATABASE_REPLICA_URL: standby.url,
        PARLEY_DATA_DIR: join(folder, 'data'),
        PARLEY_ROOT_URL: http_url,
        PARLEY_ADMIN_EMAIL: admin.email,
        PARLEY_ADMIN_PASSWORD: admin.password,
        SMTP_RECEIVER_PROXY_PROTOCOL: 'true',
        PARLEY_TRUSTED_RELAYS: '127.0.0.1',
        ...env,
      }),
    )
    parts.push(() => Promise.all(nodes.map((node) => node.kill())))
    // The first creates the workspace.
    const [first, ...others] = nodes
    await first?.start()
    await Promise.all(others.map((node) => node.start()))
    return {
      ...{ nodes, http_url, smtp_port: smtp, database_url, replica_url: standby.url, admin, stop },
      async failOver() {
        await primary.kill()
        await standby.promote()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** From now on a commit is confirmed when the replica has it, too. */
async function requireReplica(primary_url: string) {
  const client = new pg.Client(primary_url)
  await client.connect()
  await client.query(`alter system set synchronous_standby_names = '*'`)
  await client.query('select pg_reload_conf()')
  for (;;) {
    const { rowCount } = await client.query(`select from pg_stat_replication where sync_state = 'sync'`)
    if (rowCount) break
    await wait(50)
  }
  await client.end()
}

type Member = { name: string; role: Role; port: number }

async function planNodes(size: ClusterSize): Promise<Member[]> {
  const members: Member[] = []
  for (const role of ['web', 'worker', 'mail'] as const)
    for (let n = 1; n <= size[role]; n++)
      members.push({ name: `${role}${n}`, role, port: await findFreePort() })
  return members
}

function haproxyConfiguration(
  ports: { http: number; smtp: number; database: number },
  members: Member[],
  databases: string[],
  sockets: number,
): string {
  const servers = (role: Role, options: string) =>
    members
      .filter((member) => member.role === role)
      .map(
        ({ name, port }) => `  server ${name} 127.0.0.1:${port} check inter 500ms fall 2 rise 1 ${options}`,
      )
  return [
    'global',
    // It refuses more than the limit on open files allows.
    `  maxconn ${sockets + 400}`,
    'defaults',
    '  timeout connect 2s',
    '  timeout check 2s',
    '  timeout client 90s',
    '  timeout server 90s',
    '  timeout tunnel 1h',
    '  retries 3',
    '  option redispatch',
    'listen http',
    '  mode http',
    `  bind 127.0.0.1:${ports.http}`,
    '  balance leastconn',
    '  option httpchk GET /health/ready',
    // A request that no node has answered yet goes to another one.
    '  retry-on conn-failure empty-response',
    '  option forwardfor',
    ...servers('web', 'on-marked-down shutdown-sessions'),
    'listen smtp',
    '  mode tcp',
    `  bind 127.0.0.1:${ports.smtp}`,
    ...servers('mail', 'send-proxy-v2 check-send-proxy'),
    'listen database',
    '  mode tcp',
    `  bind 127.0.0.1:${ports.database}`,
    '  timeout client 1h',
    '  timeout server 1h',
    ...databases.map(
      (url, n) =>
        `  server postgres${n + 1} 127.0.0.1:${new URL(url).port} check inter 500ms fall 2 rise 1 ${n > 0 ? 'backup' : ''} on-marked-down shutdown-sessions`,
    ),
    '',
  ].join('\n')
}

function defineNode({ name, role, port }: Member, env: Record<string, string>): ClusterNode {
  let child: ChildProcess | undefined
  let output = ''
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  return {
    ...{ name, role, isRunning },
    get output() {
      return output
    },
    async start() {
      const started = spawn(
        process.execPath,
        ['--import', './server/src/runtime/compile-cache.mjs', 'server/src/main.ts'],
        {
          cwd: repository,
          env: {
            PATH: process.env.PATH,
            LOG_LEVEL: 'warn',
            ...env,
            ROLES: role,
            PORT: String(role === 'web' ? port : 1),
            SMTP_RECEIVER_PORT: String(role === 'mail' ? port : 0),
          },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      )
      child = started
      const isReady = new Promise<boolean>((resolve) => {
        for (const stream of [started.stdout, started.stderr])
          stream.setEncoding('utf8').on('data', (text: string) => {
            output = `${output}${text}`.slice(-20_000)
            if (text.includes('Parley is ready')) resolve(true)
          })
        started.once('exit', () => resolve(false))
      })
      if (!(await isReady) && started.signalCode === null)
        throw new Error(`${name} failed to start:\n${output}`)
    },
    async kill() {
      if (!child || !isRunning()) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
    async freeze(ms) {
      child?.kill('SIGSTOP')
      await wait(ms)
      child?.kill('SIGCONT')
    },
  }
}
