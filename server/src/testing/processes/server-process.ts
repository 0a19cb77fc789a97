import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { findFreePort } from '../../db/embedded/access-file.ts'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))

/** A program of the product in a separate process, killed when the test ends. */
export type RunningProgram = {
  child: ChildProcess
  output(): string
  /** Resolves with the exit code. */
  exited: Promise<number | null>
  /** Waits for this output; throws with the whole output if the process exits first. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>
}

export function startProgram(
  program: 'main.ts' | 'admin.ts',
  env: Record<string, string>,
  args: string[] = [],
  prefix: string[] = [],
): RunningProgram {
  const [command = '', ...command_args] = [
    ...prefix,
    process.execPath,
    ...['--import', './server/src/runtime/compile-cache.mjs', `server/src/${program}`],
    ...args,
  ]
  const child = spawn(command, command_args, {
    cwd: repository,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exited = once(child, 'close').then(() => child.exitCode)
  return {
    child,
    output: () => output,
    exited,
    async waitForOutput(pattern) {
      for (;;) {
        const match = pattern.exec(output)
        if (match) return match
        const hasExited = await Promise.race([
          exited.then(() => true),
          Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]).then(() => false),
        ])
        if (hasExited && !pattern.test(output)) throw new Error(`The process exited:\n${output}`)
      }
    },
  }
}

/** Two free loopback ports. */
export async function freePorts(): Promise<{ PORT: string; SMTP_RECEIVER_PORT: string }> {
  const port = await findFreePort()
  let smtp = await findFreePort()
  while (smtp === port) smtp = await findFreePort()
  return { PORT: String(port), SMTP_RECEIVER_PORT: String(smtp) }
}

/** An empty database, dropped when the test ends. */
export async function createEmptyDatabase(options = ''): Promise<string> {
  const name = `parley_test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client(inject('database_url'))
  await admin.connect()
  await admin.query(`create database ${name} ${options}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  const url = new URL(inject('database_url'))
  url.pathname = `/${name}`
  return url.href
}

/** Tries to sign in over HTTP; returns the status. */
export async function signInStatus(port: string, email: string, password: string): Promise<number> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return reply.status
}
