import type { ChildProcess } from 'node:child_process'
import { totalmem } from 'node:os'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from './access-file.ts'
import { programPath } from './binaries.ts'
import { type Account, spawnAs } from './process-account.ts'

export type Log = { debug(line: string): void; info(line: string): void; warn(line: string): void }

type Launch = {
  account: Account
  place: string
  preferred_port: number
  /** No other port will do: pools and listeners know this one. */
  require_port?: boolean
  /** Called with the port before the server starts, so that a crash leaves the truth behind. */
  remember(port: number): Promise<void>
  log: Log
}

export type RunningServer = { port: number; exited: Promise<string>; stop(): Promise<void> }

/** Starts the server and waits until it takes connections, however long recovery takes. Throws with its last words. */
export async function launch(options: Launch, attempts_left = 50): Promise<RunningServer> {
  const port = options.require_port ? options.preferred_port : await findFreePort(options.preferred_port)
  await options.remember(port)
  const server = watchServer(spawnServer(options, port), options.log)
  if (await server.ready) {
    return { port, exited: server.exited, stop: () => stop(server, options) }
  }
  const output = await server.exited
  // Somebody took the port in between, or the processes of a server that was killed are still leaving.
  if (
    attempts_left === 0 ||
    !/could not bind|could not create any TCP\/IP|shared memory block/.test(output)
  ) {
    throw new Error(`The embedded PostgreSQL does not start:\n${output}`)
  }
  await wait(100)
  return launch(options, attempts_left - 1)
}

function spawnServer({ account, place }: Launch, port: number) {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    // A socket's path may hold 107 bytes, and data folders can lie deeper.
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '',
    shared_buffers: `${sharedBuffers(totalmem())}MB`,
    // Compiling a plan takes longer than any statement of ours runs.
    jit: 'off',
    // What it reads is in memory or on flash.
    random_page_cost: 1.1,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return spawnAs(account, [programPath(account.native, 'postgres'), '-D', place, ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its own process group: Ctrl+C is for Parley, which first finishes what it is doing with the database.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
}

/** Of a machine's memory in bytes, what PostgreSQL keeps of its files beside the system's own cache, in MB: an eighth, from 128 MB to 1 GB. */
export const sharedBuffers = (memory: number): number =>
  Math.min(1024, Math.max(128, Math.floor(memory / 8 / 1024 ** 2)))

type WatchedServer = { child: ChildProcess; ready: Promise<boolean>; exited: Promise<string> }

function watchServer(child: ChildProcess, log: Log): WatchedServer {
  const lastLines: string[] = []
  let isReady: (ready: boolean) => void = () => {}
  const ready = new Promise<boolean>((resolve) => {
    isReady = resolve
  })
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      lastLines.push(line)
      if (lastLines.length > 20) lastLines.shift()
      if (/^(FATAL|PANIC):/.test(line)) log.warn(`PostgreSQL: ${line}`)
      else log.debug(`PostgreSQL: ${line}`)
      // SIGTERM: it would refuse new sessions for as long as ours last. The supervisor starts it again.
      if (line.includes('received smart shutdown request')) child.kill('SIGINT')
      if (line.includes('ready to accept connections')) isReady(true)
    })
  }
  // However we leave, the server gets its signal; it shuts down by itself.
  const stopOnExit = () => child.kill('SIGINT')
  process.once('exit', stopOnExit)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    const resolveExit = () => resolve(lastLines.join('\n'))
    child.once('close', resolveExit)
    // Backends of a postmaster that was killed keep its log open, one in a long statement for long. Its last lines are in by then.
    child.once('exit', () => setTimeout(resolveExit, 250).unref())
  }).finally(() => {
    process.off('exit', stopOnExit)
    isReady(false)
  })
  return { child, ready, exited: ended }
}

async function stop({ child, exited: ended }: WatchedServer, { account, place }: Launch) {
  if (process.platform === 'win32') {
    // Windows has no signals: kill() would be a crash.
    spawnAs(account, [programPath(account.native, 'pg_ctl'), 'stop', '-D', place, '-m', 'fast'], {
      windowsHide: true,
    })
  } else child.kill('SIGINT')
  const timeout = new AbortController()
  const forceAfterTimeout = wait(30_000, undefined, { signal: timeout.signal }).then(
    () => child.kill('SIGQUIT'),
    () => false,
  )
  await ended
  timeout.abort()
  await forceAfterTimeout
}
