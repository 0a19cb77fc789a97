import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { findFreePort } from './free-ports.ts'

/** The binaries of the oldest installed PostgreSQL from version 15 on: what works there works on newer ones. */
export function findPostgresFolder() {
  const root = '/usr/lib/postgresql'
  return (existsSync(root) ? readdirSync(root) : [])
    .filter((version) => Number(version) >= 15)
    .sort((a, b) => Number(a) - Number(b))
    .map((version) => `${root}/${version}/bin`)
    .find((folder) => existsSync(`${folder}/postgres`)) // the client package creates the folder as well
}

export type TestPostgres = {
  url: string
  /** A replica becomes the primary. */
  promote(): Promise<void>
  /** As if the machine were lost. */
  kill(): Promise<void>
  stop(): Promise<void>
}

type Options = {
  /** Additional settings for postgresql.conf. */
  settings?: Record<string, string | number>
  /** Becomes a streaming replica of this server. */
  replica_of?: TestPostgres
}

/** Starts a temporary PostgreSQL from Debian's packages on a free loopback port. It is fast because it is not crash-safe. */
export async function startPostgres15({ settings = {}, replica_of }: Options = {}): Promise<TestPostgres> {
  const binFolder = findPostgresFolder()
  if (!binFolder)
    throw new Error(
      'PostgreSQL is missing: install postgresql-15, or set DATABASE_URL to a server on which databases can be created',
    )
  // PostgreSQL refuses to run as root.
  const user: { uid?: number; gid?: number } = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const folder = mkdtempSync(join(tmpdir(), 'parley-postgres-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const run = (program: string, ...args: string[]) => runProgram(join(binFolder, program), args, user)
  await createCluster(run, data, replica_of)
  const port = await findFreePort()
  const flags = Object.entries({
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 300,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    timezone: 'UTC',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(binFolder, 'postgres'), ['-D', data, ...flags], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const onExit = () => child.kill('SIGQUIT')
  process.once('exit', onExit)
  await waitUntilReady(child)
  const end = async (signal: NodeJS.Signals) => {
    process.off('exit', onExit)
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    promote: () => run('pg_ctl', 'promote', '-D', data),
    // Ends its children without a word to their clients, unlike SIGKILL, after which they would live on.
    kill: () => end('SIGQUIT'),
    stop: () => end('SIGINT'),
  }
}

type RunProgram = (program: string, ...args: string[]) => Promise<void>

/** Doesn't block: a server whose log nobody reads stops when the pipe is full, and `pg_ctl` would wait for it in vain. */
async function runProgram(path: string, args: string[], user: { uid?: number; gid?: number }) {
  await promisify(execFile)(path, args, { ...user, cwd: '/' }).catch((error) => {
    throw new Error(`PostgreSQL could not be set up: ${error.stderr || error.message}`)
  })
}

async function createCluster(run: RunProgram, data: string, replica_of: TestPostgres | undefined) {
  const initdb = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
  const basebackup = [`--dbname=${replica_of?.url}`, '--write-recovery-conf', '--checkpoint=fast']
  if (replica_of) await run('pg_basebackup', `--pgdata=${data}`, '--no-sync', ...basebackup)
  else await run('initdb', `--pgdata=${data}`, '--no-sync', ...initdb)
}

async function waitUntilReady(child: ChildProcess) {
  if (!child.stderr) return
  const lines: string[] = []
  const log = createInterface({ input: child.stderr })
  await new Promise<void>((resolve, reject) => {
    log.on('line', (line) => {
      // Keep reading, because a full pipe would block the server, but store little.
      if (lines.length < 20) lines.push(line)
      if (/ready to accept (?:read-only )?connections/.test(line)) resolve()
    })
    child.once('exit', () => reject(new Error(`PostgreSQL failed to start: ${lines.join('\n')}`)))
  })
}
