import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startPgBouncer } from '../testing/processes/pgbouncer.ts'
import { transientKind } from '../transient-error.ts'
import { closeLostConnections, identifySession } from './lost-connections.ts'

const limits = { interval_ms: 100, probe_timeout_ms: 300 }

/** Leads to the database. */
async function startNetwork() {
  const url = new URL(inject('database_url'))
  const { hostname, port } = url
  const ends = new Set<Socket>()
  let mode: 'forwards' | 'accepts' = 'forwards'
  const server = createServer((near) => {
    ends.add(near.on('error', () => {}))
    if (mode === 'accepts') return
    const far = connect(Number(port), hostname)
    ends.add(far.on('error', () => {}))
    near.pipe(far).pipe(near)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    for (const end of ends) end.destroy()
  })
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    /** Both ends stay open, and nothing arrives any more. New connections work. */
    forgetConnections() {
      for (const end of ends) end.unpipe()
    },
    /** New connections are refused. */
    close: () => void server.close(),
    /** New connections are accepted, and nothing answers. */
    stall() {
      mode = 'accepts'
    },
  }
}

function openPool(connectionString: string) {
  const pool = new pg.Pool({ connectionString, max: 1, onConnect: identifySession })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  closeLostConnections(pool, connectionString, limits)
  onTestFinished(() => pool.end())
  return pool
}

/** Resolves with its session once the statement runs. */
async function startStatement(pool: pg.Pool, seconds: number) {
  const client = await pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const done = client.query('select pg_sleep($1)', [seconds]).finally(() => client.release(true))
  done.catch(() => {})
  return { pid: rows[0]?.pid, done }
}

async function endSession(pid: number | undefined) {
  const client = new pg.Client(inject('database_url'))
  await client.connect()
  await client.query('select pg_terminate_backend($1, 10000)', [pid])
  await client.end()
}

test('a statement fails when its session has ended and the network lost the news of it', async () => {
  const network = await startNetwork()
  const pool = openPool(network.url)
  const { pid, done } = await startStatement(pool, 3_600)
  network.forgetConnections()
  await endSession(pid)
  const error = await done.catch((reason: unknown) => reason)
  expect(String(error)).toBe('Error: Connection terminated: the database lost its session')
  expect(transientKind(error)).toBe('database')
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a statement fails when the machine of the database can’t be reached any more', async () => {
  const network = await startNetwork()
  const { pid, done } = await startStatement(openPool(network.url), 3_600)
  network.forgetConnections()
  network.close()
  await expect(done).rejects.toThrow('Connection terminated')
  await endSession(pid)
})

test('a slow statement goes on', async () => {
  const { done } = await startStatement(openPool(inject('database_url')), 1)
  expect((await done).rowCount).toBe(1)
})

test('a slow statement goes on while the database has no time for another connection', async () => {
  const network = await startNetwork()
  const { done } = await startStatement(openPool(network.url), 2)
  network.stall()
  expect((await done).rowCount).toBe(1)
})

test('a slow statement goes on behind a pooler that ran the previous one in another session', async () => {
  const pooler = await startPgBouncer(inject('database_url'), 'transaction')
  onTestFinished(() => pooler.stop())
  const pool = openPool(pooler.url)
  const client = await pool.connect()
  const other = new pg.Client(pooler.url)
  other.on('error', () => {})
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin')
  const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid')
  const done = client.query('select pg_sleep(1)').finally(() => client.release())
  await endSession(rows[0]?.pid)
  expect((await done).rowCount).toBe(1)
})
