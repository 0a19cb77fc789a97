import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))

/** A program of the product in a separate process, killed when the test ends or where `onEnd` says. */
export type RunningProgram = {
  child: ChildProcess
  output(): string
  /** Resolves with the exit code. */
  exited: Promise<number | null>
  /** Waits for this output; throws with the whole output if the process exits first. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>
}

export function startProgram(
  program: 'main.ts' | 'admin.ts' | 'backup.ts' | 'doctor.ts' | 'upgrade.ts',
  env: Record<string, string>,
  args: string[] = [],
  prefix: string[] = [],
  onEnd: (stop: () => void) => void = onTestFinished,
  folder = repository,
): RunningProgram {
  const [command = '', ...command_args] = [
    ...prefix,
    process.execPath,
    ...['--import', './server/src/runtime/compile-cache.mjs', `server/src/${program}`],
    ...args,
  ]
  const child = spawn(command, command_args, {
    cwd: folder,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onEnd(() => void child.kill('SIGKILL'))
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
        const waiting = new AbortController()
        const nextData = [child.stdout, child.stderr].map((stream) =>
          once(stream, 'data', { signal: waiting.signal }).then(
            () => false,
            () => false,
          ),
        )
        const hasExited = await Promise.race([exited.then(() => true), ...nextData])
        waiting.abort()
        if (hasExited && !pattern.test(output)) throw new Error(`The process exited:\n${output}`)
      }
    },
  }
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
