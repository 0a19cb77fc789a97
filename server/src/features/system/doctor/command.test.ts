import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckResult } from '@parley/contract/system/system-findings'
import { expect, test } from 'vitest'
import { freePorts } from '../../../testing/processes/free-ports.ts'
import { createEmptyDatabase, startProgram } from '../../../testing/processes/server-process.ts'
import { temporaryFolder } from './doctor-suite.ts'

// Every command is a real process, which takes seconds on a busy machine.
const slow = 180_000

async function run(env: Record<string, string>, ...args: string[]) {
  const command = startProgram('doctor.ts', env, args)
  return { code: await command.exited, output: command.output().trim() }
}

test(
  'the command finds nothing wrong with a running server, and what is wrong with it stopped and open',
  async () => {
    const PARLEY_DATA_DIR = temporaryFolder()
    const env = { ...(await freePorts()), DATABASE_URL: await createEmptyDatabase(), PARLEY_DATA_DIR }
    const before = await run(env, '--json')
    expect(before.code).toBe(1)
    expect(JSON.parse(before.output)).toMatchObject([
      {
        check: 'workspace',
        findings: [
          { state: 'error', message: expect.stringContaining('There is no workspace in this database yet') },
        ],
      },
    ])

    const server = startProgram('main.ts', env)
    await server.waitForOutput(/Parley is ready/)
    const running = await run(env)
    expect(running.output).toMatch(/^Ports and addresses\n {2}ok {7}127\.0\.0\.1:/)
    expect(running.output).toContain('The mail receiver responds')
    const results: CheckResult[] = JSON.parse((await run(env, '--json')).output)
    const errors = results.flatMap(({ findings }) => findings).filter(({ state }) => state === 'error')
    // The database of the tests is fast instead of safe.
    expect(errors.map(({ subject }) => subject)).toEqual(['fsync', 'synchronous_commit'])
    server.child.kill('SIGTERM')
    await server.exited

    chmodSync(join(PARLEY_DATA_DIR, 'secret.key'), 0o644)
    const stopped = await run(env)
    expect(stopped.code).toBe(1)
    expect(stopped.output).toContain('Nothing is listening on PORT\n           → Start Parley')
    expect(stopped.output).toContain(`→ Run: chmod 600 ${join(PARLEY_DATA_DIR, 'secret.key')}`)
    expect(stopped.output).toMatch(/\n3 errors and \d warnings?\.$/)
  },
  slow,
)

test(
  'wrong options and settings are explained',
  async () => {
    expect(await run({}, '--jsom')).toMatchObject({
      code: 2,
      output: expect.stringContaining('Usage: npm run doctor'),
    })
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'empty'))
    const env = { PARLEY_DATA_DIR: join(folder, 'empty'), PORT: 'none' }
    expect(await run(env)).toMatchObject({ code: 1, output: expect.stringContaining('PORT is "none"') })
  },
  slow,
)
