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
  /** Fail rather than use another port: pools and listeners already use this one. */
  require_port?: boolean
  /** Saves the port before the server starts, so that it is known after a crash. */
  remember(port: number): Promise<void>
  log: Log
}

export type RunningServer = { port: number; exited: Promise<string>; stop(): Promise<void> }

/** Starts the server and waits until it accepts connections, however long recovery takes. Throws with its last output. */
export async function launch(options: Launch, attempts_left = 50): Promise<RunningServer> {
  const port = options.require_port ? options.preferred_port : await findFreePort(options.preferred_port)
  await options.remember(port)
  const server = watchServer(spawnServer(options, port), options.log)
  if (await server.ready) {
    return { port, exited: server.exited, stop: () => stop(server, options) }
  }
  const output = await server.exited
  // Another program took the port in between, or processes of a killed server are still exiting.
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
    // Socket paths are limited to 107 bytes, and data folders can be deeper.
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '',
    // Details quote rows, and statements contain values: neither belongs in our log, not even at debug level.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    shared_buffers: `${sharedBuffersMb(totalmem(), process.constrainedMemory())}MB`,
    // JIT compilation takes longer than any of our statements runs.
    jit: 'off',
    // Data is in memory or on flash.
    random_page_cost: 1.1,
    // After a crash, the server exits and the supervisor restarts it. PostgreSQL 18 restarting itself can wait forever for recovery that has
    // already failed, for example on a full disk.
    restart_after_crash: 'off',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return spawnAs(account, [programPath(account.native, 'postgres'), '-D', place, ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Own process group: Ctrl+C reaches only Parley, which finishes its database work first.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
}

/**
 * An eighth of the memory, from 128 MB to 1 GB. `total` is that of the host, in bytes, `constrained` what a container may use: 0 or
 * more than the host has if it isn't limited.
 */
export function sharedBuffersMb(total: number, constrained: number): number {
  const memory = constrained > 0 ? Math.min(total, constrained) : total
  return Math.min(1024, Math.max(128, Math.floor(memory / 8 / 1024 ** 2)))
}

type WatchedServer = { child: ChildProcess; ready: Promise<boolean>; exited: Promise<string> }

function watchServer(child: ChildProcess, logger: Log): WatchedServer {
  const lastLines: string[] = []
  let isReady: (ready: boolean) => void = () => {}
  const ready = new Promise<boolean>((resolve) => {
    isReady = resolve
  })
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      lastLines.push(line)
      if (lastLines.length > 20) lastLines.shift()
      if (/^(FATAL|PANIC):/.test(line)) logger.warn(`PostgreSQL: ${line}`)
      else logger.debug(`PostgreSQL: ${line}`)
      // On SIGTERM it would refuse new sessions for as long as existing ones last. Shut it down; the supervisor restarts it.
      if (line.includes('received smart shutdown request')) child.kill('SIGINT')
      if (line.includes('ready to accept connections')) isReady(true)
    })
  }
  // However this process exits, the server gets a signal and shuts down on its own.
  const stopOnExit = () => child.kill('SIGINT')
  process.once('exit', stopOnExit)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    const resolveExit = () => resolve(lastLines.join('\n'))
    child.once('close', resolveExit)
    // Backends of a killed postmaster keep stderr open, for long if they run a long statement. By now the last lines have arrived.
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
