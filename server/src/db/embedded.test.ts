import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  type RunAsStrategy,
  runAsOtherUser,
  runFromCopies,
  runInUserNamespace,
} from './embedded/process-account.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'

const log = { debug() {}, info() {}, warn() {} }
const asRoot = process.getuid?.() === 0

// One cluster, created once and copied: initdb takes most of a second.
let folder: string
let template: string
let data_dir: string
const running: EmbeddedPostgres[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-embedded-'))
  chmodSync(folder, 0o755)
  template = join(folder, 'template')
  const server = await startEmbeddedPostgres({ data_dir: template, log })
  await query(server, 'create table letters (body text)')
  await server.stop()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
const emptyFolder = () => join(folder, `data-${++count}`)
const copyOfTemplate = () => {
  const copy = emptyFolder()
  cpSync(template, copy, { recursive: true })
  return copy
}

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
})

async function start(strategyList?: readonly RunAsStrategy[]) {
  const server = await startEmbeddedPostgres({ data_dir, log, strategies: strategyList })
  running.push(server)
  return server
}

async function query(server: { connection_string: string }, sql: string) {
  const client = new pg.Client(server.connection_string)
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows
  } finally {
    await client.end()
  }
}

/** A child process that runs the embedded server until it is killed. */
async function startInAnotherProcess(command: string[] = [], then = '') {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))}
    const log = { debug() {}, info() {}, warn() {} }
    const server = await startEmbeddedPostgres({ data_dir: ${JSON.stringify(data_dir)}, log })
    console.log(server.connection_string)
    ${then}`
  const [program = '', ...args] = [...command, process.execPath, '--input-type=module', '-e', script]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const first = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'close'),
  ])
  const connection_string = first[0]
  return { child, connection_string: String(connection_string) }
}

async function kill(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const postmasterPid = () =>
  Number.parseInt(readFileSync(join(data_dir, 'postgres/postmaster.pid'), 'utf8'), 10)
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a new folder becomes a UTF-8 database with checksums and a collation that system upgrades do not change', async () => {
  data_dir = emptyFolder()
  const server = await start()
  expect(
    await query(
      server,
      `select current_database() as name, pg_encoding_to_char(encoding) as encoding, datlocprovider as provider,
       datlocale as locale, current_setting('data_checksums') as checksums, current_setting('server_version_num')::int / 10000 as major
       from pg_database where datname = current_database()`,
    ),
  ).toEqual([
    { name: 'parley', encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8', checksums: 'on', major: 18 },
  ])
})

describe('an existing cluster', () => {
  test('keeps its data, password and port across a restart', async () => {
    data_dir = copyOfTemplate()
    const first = await start()
    await query(first, `insert into letters values ('kept')`)
    await first.stop()
    const second = await start()
    expect(second.connection_string).toBe(first.connection_string)
    expect(await query(second, 'select * from letters')).toEqual([{ body: 'kept' }])
  })

  test('listens on loopback only, and requires the password, which only our user can read', async () => {
    data_dir = copyOfTemplate()
    const server = await start()
    const [{ listen_addresses }] = await query(server, 'show listen_addresses')
    expect(listen_addresses).toBe('127.0.0.1')
    const wrong_url = server.connection_string.replace(/:[^:@]+@/, ':wrong@')
    await expect(query({ connection_string: wrong_url }, 'select 1')).rejects.toThrow(
      'password authentication failed',
    )
    expect(statSync(join(data_dir, 'postgres.json')).mode & 0o777).toBe(0o600)
  })

  test('moves to another port if its own is taken', async () => {
    data_dir = copyOfTemplate()
    const first = await start()
    await first.stop()
    const { port } = new URL(first.connection_string)
    const blocker = createServer().listen(Number(port), '127.0.0.1')
    onTestFinished(() => void blocker.close())
    await once(blocker, 'listening')
    const second = await start()
    expect(new URL(second.connection_string).port).not.toBe(port)
    expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('recovers when the access file is lost', async () => {
    data_dir = copyOfTemplate()
    rmSync(join(data_dir, 'postgres.json'))
    const server = await start()
    expect(await query(server, 'select * from letters')).toEqual([])
  })

  test('is rejected and left unchanged if another major version wrote it', async () => {
    data_dir = copyOfTemplate()
    writeFileSync(join(data_dir, 'postgres/PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow(
      /written by PostgreSQL 17; this Parley includes PostgreSQL 18.*DATABASE_URL/,
    )
    expect(readFileSync(join(data_dir, 'postgres/PG_VERSION'), 'utf8')).toBe('17\n')
  })
})

test('ignores the remains of a killed initdb', async () => {
  data_dir = emptyFolder()
  mkdirSync(join(data_dir, 'postgres.new'), { recursive: true })
  writeFileSync(join(data_dir, 'postgres.new/PG_VERSION'), '18\n')
  const server = await start()
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('rejects a folder with unrelated files and leaves it unchanged', async () => {
  data_dir = emptyFolder()
  mkdirSync(join(data_dir, 'postgres'), { recursive: true })
  writeFileSync(join(data_dir, 'postgres/diary.txt'), 'dear diary')
  await expect(start()).rejects.toThrow('contains files, but no PostgreSQL data')
  expect(readdirSync(join(data_dir, 'postgres'))).toEqual(['diary.txt'])
})

describe('crashes', () => {
  test('after SIGKILL of our process, the next start stops the orphaned server and finds every committed row', async () => {
    data_dir = copyOfTemplate()
    const victim = await startInAnotherProcess()
    await query(victim, `insert into letters values ('committed')`)
    const orphan = postmasterPid()
    await kill(victim.child)
    expect(isAlive(orphan)).toBe(true)
    const server = await start()
    expect(postmasterPid()).not.toBe(orphan)
    expect(await query(server, 'select * from letters')).toEqual([{ body: 'committed' }])
  })

  const canConnect = (server: EmbeddedPostgres) =>
    query(server, 'select 1').then(
      () => true,
      () => false,
    )

  test.each([
    ['SIGKILL', 'SIGKILL'],
    ['SIGTERM, which waits for sessions that never end', 'SIGTERM'],
    ['SIGQUIT', 'SIGQUIT'],
  ] as const)('after %s of the postmaster, the server is restarted on its port', async (_, signal) => {
    data_dir = copyOfTemplate()
    const server = await start()
    await query(server, `insert into letters values ('committed')`)
    const session = new pg.Client(server.connection_string)
    session.on('error', () => {})
    await session.connect()
    const before = postmasterPid()
    process.kill(before, signal)
    await expect.poll(() => server.status().restarts, { timeout: 20_000 }).toBe(1)
    expect(server.status().running).toBe(true)
    expect(postmasterPid()).not.toBe(before)
    expect(await query(server, 'select * from letters')).toEqual([{ body: 'committed' }])
  })

  test('a statement that outlives its killed postmaster does not block the restart', async () => {
    data_dir = copyOfTemplate()
    const server = await start()
    const busyClient = new pg.Client(server.connection_string)
    busyClient.on('error', () => {})
    await busyClient.connect()
    // One minute of work that never checks the clock or its postmaster.
    const slowQuery = busyClient
      .query('select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b')
      .catch(() => 'cut off')
    await expect
      .poll(async () => query(server, `select from pg_stat_activity where query like 'select count%'`))
      .toHaveLength(1)
    const startedAt = Date.now()
    process.kill(postmasterPid(), 'SIGKILL')
    await expect.poll(() => canConnect(server), { timeout: 20_000 }).toBe(false)
    await expect.poll(() => canConnect(server), { timeout: 20_000 }).toBe(true)
    expect(Date.now() - startedAt).toBeLessThan(15_000)
    expect(await slowQuery).toBe('cut off')
  })

  test('the server recovers after SIGKILL of a backend', async () => {
    data_dir = copyOfTemplate()
    const server = await start()
    const victim = new pg.Client(server.connection_string)
    victim.on('error', () => {})
    await victim.connect()
    const { rows } = await victim.query('select pg_backend_pid() as pid')
    const before = postmasterPid()
    process.kill(rows[0].pid, 'SIGKILL')
    await expect.poll(() => canConnect(server), { timeout: 20_000 }).toBe(true)
    expect(postmasterPid()).toBe(before)
    expect(server.status().restarts).toBe(0)
  })

  test('a server stopped while it is down is not restarted', async () => {
    data_dir = copyOfTemplate()
    const server = await start()
    process.kill(postmasterPid(), 'SIGKILL')
    await server.stop()
    expect(await canConnect(server)).toBe(false)
    expect(server.status().restarts).toBe(0)
  })

  test('a pid file whose process id now belongs to another program does not block the start', async () => {
    data_dir = copyOfTemplate()
    const cluster_folder = realpathSync(join(data_dir, 'postgres'))
    // PostgreSQL only mistakes processes of its own user for another server.
    const user = asRoot ? { uid: statSync(join(template, 'postgres')).uid } : {}
    const command = ['-e', 'setTimeout(() => {}, 60_000)', `${cluster_folder}-2`]
    const unrelated = spawn(process.execPath, command, user)
    onTestFinished(() => void unrelated.kill())
    writeFileSync(
      join(cluster_folder, 'postmaster.pid'),
      `${unrelated.pid}\n${cluster_folder}\n1\n5432\n\n127.0.0.1\n`,
    )
    const server = await start()
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(isAlive(unrelated.pid ?? 0)).toBe(true)
  })

  test('the server shuts down when our process exits without stopping it', async () => {
    data_dir = copyOfTemplate()
    const { child } = await startInAnotherProcess([], 'process.exit(0)')
    if (child.exitCode === null) await once(child, 'exit')
    await expect
      .poll(() => readdirSync(join(data_dir, 'postgres')), { timeout: 10_000 })
      .not.toContain('postmaster.pid')
  })
})

test('a second Parley on the same folder is refused, and the first keeps running', async () => {
  data_dir = copyOfTemplate()
  const first = await startInAnotherProcess()
  await expect(start()).rejects.toThrow(
    `Another Parley (process ${first.child.pid} on ${hostname()}) is already using the data folder ${data_dir}.`,
  )
  expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }])
  await kill(first.child)
  await start()
})

describe.runIf(asRoot)('started by root', () => {
  const owner = () => statSync(join(data_dir, 'postgres')).uid

  test.each([
    ['another user', runAsOtherUser],
    ['a user namespace', runInUserNamespace],
    ['copies elsewhere', (native, cluster) => runFromCopies(join(folder, 'elsewhere'))(native, cluster)],
  ] satisfies [string, RunAsStrategy][])(
    'the data survives and can be taken over through %s',
    async (_, strategy) => {
      data_dir = copyOfTemplate()
      const first = await start([strategy])
      await query(first, `insert into letters values ('kept')`)
      await first.stop()
      const restarted = await start([strategy])
      expect(await query(restarted, 'select * from letters')).toEqual([{ body: 'kept' }])
      await restarted.stop()
      const third = await start([runInUserNamespace])
      expect(await query(third, 'select * from letters')).toEqual([{ body: 'kept' }])
    },
  )

  test('another user is not used for a folder that only its owner may enter', async () => {
    data_dir = join(emptyFolder(), 'closed', 'data')
    mkdirSync(join(data_dir, '..'), { recursive: true, mode: 0o700 })
    await expect(start([runAsOtherUser])).rejects.toThrow('refuses to run as root')
    await start([runAsOtherUser, runInUserNamespace])
    expect(owner()).toBe(0)
  })

  test('copies work for a closed folder, and a move interrupted before the symlink is completed', async () => {
    data_dir = join(emptyFolder(), 'closed', 'data')
    const home = join(folder, 'copies')
    cpSync(template, data_dir, { recursive: true })
    chmodSync(join(data_dir, '..'), 0o700)
    const first = await start([runFromCopies(home)])
    await query(first, `insert into letters values ('moved')`)
    await first.stop()
    expect(realpathSync(join(data_dir, 'postgres'))).toMatch(`${home}/cluster-`)
    expect(owner()).not.toBe(0)
    rmSync(join(data_dir, 'postgres'))
    const second = await start([runFromCopies(home)])
    expect(await query(second, 'select * from letters')).toEqual([{ body: 'moved' }])
  })

  test('an ordinary user needs none of this', async () => {
    data_dir = emptyFolder()
    mkdirSync(data_dir, { mode: 0o777 })
    chmodSync(data_dir, 0o777)
    const asUnprivilegedUser = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--']
    const server = await startInAnotherProcess(asUnprivilegedUser)
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(owner()).toBe(65534)
    await kill(server.child)
    const second = await startInAnotherProcess(asUnprivilegedUser, 'await server.stop(); process.exit()')
    if (second.child.exitCode === null) await once(second.child, 'exit')
    expect(second.connection_string).toBe(server.connection_string)
  })
})
