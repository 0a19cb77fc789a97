import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { readEnv } from '../../env.ts'
import { createLog } from '../../log.ts'
import { preflight } from '../../startup/preflight.ts'
import { freePorts } from './free-ports.ts'
import { startProgram } from './server-process.ts'

const log = createLog('silent')

/** A command prefix that runs a program as a user other than root. */
export const unprivilegedCommand = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--']

/** A path that does not exist, deleted with its content when the test ends. Every user can enter its parent folder. */
export function unusedPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-start-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'data')
}

/** Listens on loopback; returns the port. */
export async function listenOnLoopback(onConnection?: (socket: Socket) => void): Promise<string> {
  const server = createServer(onConnection).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server is not listening')
  return String(address.port)
}

type Settings = Record<string, string>

/** Runs the preflight checks with these settings and a new data folder; returns the error message. Leaves no folder behind. */
export async function preflightError(env: Settings): Promise<string> {
  return expectOneLineError(env, (settings) =>
    preflight(readEnv(settings), log).then(
      () => 'No error',
      (error: Error) => error.message,
    ),
  )
}

/** The same with the real program, which exits with 1. */
export async function startupError(env: Settings, prefix: string[] = []): Promise<string> {
  return expectOneLineError(env, async (settings) => {
    const started = startProgram('main.ts', settings, [], prefix)
    expect(await started.exited, started.output()).toBe(1)
    return started.output().trim()
  })
}

async function expectOneLineError(
  env: Settings,
  start: (settings: Settings) => Promise<string>,
): Promise<string> {
  const data_dir = env.PARLEY_DATA_DIR ?? unusedPath()
  const existed = existsSync(data_dir)
  const printed = await start({ ...(await freePorts()), PARLEY_DATA_DIR: data_dir, ...env })
  // One line that says what is wrong and what to do: no stack trace, no raw error.
  expect(printed.split('\n'), printed).toHaveLength(1)
  expect(printed).not.toMatch(/\bat \w+ \(|Error:/)
  expect(existsSync(data_dir)).toBe(existed)
  return printed
}
