import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startPgBouncer } from '../testing/processes/pgbouncer.ts'
import { noPooler, probePooler } from './pooler.ts'

test('a direct connection has a session of its own', async () => {
  expect(await probePooler(inject('database_url'))).toEqual(noPooler)
})

test('a pooler that lends sessions for as long as a connection is no different', async () => {
  const pooler = await startPgBouncer(inject('database_url'), 'session')
  onTestFinished(() => pooler.stop())
  expect(await probePooler(pooler.url)).toEqual(noPooler)
})

test('a transaction pooler is recognised, also while others use it', async () => {
  const pooler = await startPgBouncer(inject('database_url'), 'transaction')
  onTestFinished(() => pooler.stop())
  const shared = { shares_sessions: true, keeps_named_statements: false }
  expect(await probePooler(pooler.url)).toEqual(shared)
  const busy = new pg.Pool({ connectionString: pooler.url, max: 8 })
  onTestFinished(() => busy.end())
  let stopped = false
  const load = Array.from({ length: 8 }, async () => {
    while (!stopped) await busy.query('select pg_sleep(random() / 500)')
  })
  const probes = await Promise.all(Array.from({ length: 10 }, () => probePooler(pooler.url)))
  stopped = true
  await Promise.all(load)
  expect(probes).toEqual(probes.map(() => shared))
})
