import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { createDb, createPool, type Db } from '../db/pool.ts'
import { freePorts } from '../testing/processes/free-ports.ts'
import { startProgram } from '../testing/processes/server-process.ts'

// Every command is a real process, which takes seconds on a busy machine.
export const slow = 180_000

export const admin = { email: 'ada@parley.test', password: 'Correct-horse-1' }

export let folder: string

export type Settings = Record<string, string>

export async function settings(
  name: string,
  more: Settings = {},
): Promise<Settings & { PORT: string; PARLEY_DATA_DIR: string }> {
  return {
    ...(await freePorts()),
    PARLEY_DATA_DIR: join(folder, name),
    PARLEY_ADMIN_EMAIL: admin.email,
    PARLEY_ADMIN_PASSWORD: admin.password,
    ...more,
  }
}

export async function run(env: Settings, ...args: string[]) {
  const command = startProgram('admin.ts', env, args)
  return { code: await command.exited, output: command.output().trim() }
}

export async function start(env: Settings) {
  const server = startProgram('main.ts', env)
  await server.waitForOutput(/Parley is ready/)
  return {
    async stop() {
      server.child.kill('SIGTERM')
      expect(await server.exited).toBe(0)
    },
  }
}

export async function withDatabase<T>(connectionString: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb(createPool(connectionString, 1))
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

export function setUpFolder() {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-operator-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
}
