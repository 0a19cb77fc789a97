import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePort } from '../../server/src/db/embedded/access-file.ts'
import { findPostgresFolder } from '../setup/system-packages.ts'

/** Starts a temporary PostgreSQL from Debian's packages on a free loopback port. It is fast because it is not crash-safe. */
export async function startPostgres15(): Promise<{ url: string; stop(): Promise<void> }> {
  const binFolder = findPostgresFolder()
  if (!binFolder)
    throw new Error(
      'PostgreSQL is missing: install postgresql-15, or set DATABASE_URL to a server on which databases can be created',
    )
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const folder = mkdtempSync(join(tmpdir(), 'parley-postgres-'))
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const initdb = spawnSync(
    join(binFolder, 'initdb'),
    [
      `--pgdata=${data}`,
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ],
    { ...user, cwd: '/', encoding: 'utf8' },
  )
  if (initdb.status !== 0) throw new Error(`PostgreSQL could not be set up: ${initdb.stderr}`)
  const port = await findFreePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 300,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    timezone: 'UTC',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(binFolder, 'postgres'), ['-D', data, ...flags], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const onExit = () => child.kill('SIGQUIT')
  process.once('exit', onExit)
  await waitUntilReady(child)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      process.off('exit', onExit)
      const ended = once(child, 'exit')
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function waitUntilReady(child: ChildProcess) {
  if (!child.stderr) return
  const lines: string[] = []
  const log = createInterface({ input: child.stderr })
  await new Promise<void>((resolve, reject) => {
    log.on('line', (line) => {
      // Keep reading, because a full pipe would block the server, but store little.
      if (lines.length < 20) lines.push(line)
      if (line.includes('ready to accept connections')) resolve()
    })
    child.once('exit', () => reject(new Error(`PostgreSQL failed to start: ${lines.join('\n')}`)))
  })
}
