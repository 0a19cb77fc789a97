import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { freePorts } from '../testing/processes/free-ports.ts'
import { startPgBouncer } from '../testing/processes/pgbouncer.ts'
import { createEmptyDatabase, startProgram } from '../testing/processes/server-process.ts'
import { preflightError } from '../testing/processes/startup-failures.ts'
import { checkPooler } from './check-pooler.ts'

let pooler: Awaited<ReturnType<typeof startPgBouncer>>
beforeAll(async () => {
  pooler = await startPgBouncer(inject('database_url'), 'transaction')
})
afterAll(() => pooler.stop())

const pooledUrl = (direct: string) => {
  const url = new URL(direct)
  url.port = new URL(pooler.url).port
  return url.href
}

test('a transaction pooler needs a direct way beside it', async () => {
  expect(await preflightError({ DATABASE_URL: pooler.url })).toContain('Set DATABASE_DIRECT_URL as well')
})

test('the direct way must not lead through the pooler, nor to another database', async () => {
  await expect(checkPooler(pooler.url, pooler.url)).rejects.toThrow(
    'DATABASE_DIRECT_URL leads through a pooler that lends a session for each transaction',
  )
  await expect(checkPooler(pooler.url, await createEmptyDatabase())).rejects.toThrow(
    'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases',
  )
  await expect(checkPooler(inject('database_url'), inject('database_url'))).resolves.toBeUndefined()
  expect(
    await preflightError({
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: 'postgres://ada@127.0.0.1:1/parley',
    }),
  ).toContain('DATABASE_DIRECT_URL points to the database "parley" on 127.0.0.1:1, but nothing is listening')
})

test('a server starts behind a transaction pooler, and stops', { timeout: 60_000 }, async () => {
  const direct = await createEmptyDatabase()
  const server = startProgram('main.ts', {
    ...(await freePorts()),
    DATABASE_URL: pooledUrl(direct),
    DATABASE_DIRECT_URL: direct,
    PARLEY_DATA_DIR: `/tmp/parley-pooler-${process.pid}`,
  })
  onTestFinished(async () => {
    server.child.kill('SIGKILL')
    await server.exited
  })
  await server.waitForOutput(/Parley is ready/)
  server.child.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})
