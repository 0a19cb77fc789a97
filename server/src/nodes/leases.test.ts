import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { eventually } from '../testing/web-sockets.ts'
import { keepLeases } from './leases.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

async function startNodes(lease_ttl_ms?: number) {
  const nodes = [await t.startTestNode(lease_ttl_ms), await t.startTestNode(lease_ttl_ms)] as const
  onTestFinished(async () => {
    for (const node of nodes) await node.stop()
  })
  return nodes
}

/** As if the process had been killed: the lease is no longer renewed, and nobody releases it. */
const abandon = (name: string) =>
  t.pool.query('update leases set node_id = gen_random_uuid() where name = $1', [name])

const expireAgo = (name: string, interval: string) =>
  t.pool.query('update leases set expires_at = clock_timestamp() - $2::interval where name = $1', [
    name,
    interval,
  ])

test('only one of many that try at the same time gets a lease', async () => {
  const [a, b] = await startNodes()
  const leases = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? a : b).leases.acquire('contested')),
  )
  expect(leases.filter((lease) => lease !== null)).toHaveLength(1)
})

test('a released lease is free right away, and the next one has a higher fence', async () => {
  const [a, b] = await startNodes()
  const first = await a.leases.acquire('released')
  expect(await b.leases.acquire('released')).toBeNull()
  await first?.release()
  expect(first?.lost.aborted).toBe(true)
  const second = await b.leases.acquire('released')
  expect(second?.fence).toBeGreaterThan(first?.fence ?? Number.POSITIVE_INFINITY)
  // Releasing again must not end the lease of someone else.
  await first?.release()
  expect(await a.leases.acquire('released')).toBeNull()
})

test('a lease lasts while it is renewed, and ends by itself when it isn’t', async () => {
  // With a short time to live, a stall of the machine would end it.
  const [a, b] = await startNodes()
  const lease = await a.leases.acquire('renewed')
  const readExpiry = async (): Promise<Date> =>
    (await t.pool.query(`select expires_at from leases where name = 'renewed'`)).rows[0].expires_at
  const first = await readExpiry()
  await eventually(async () => (await readExpiry()) > first)
  expect(await b.leases.acquire('renewed')).toBeNull()
  expect(lease?.lost.aborted).toBe(false)
  await abandon('renewed')
  await expireAgo('renewed', '1 second')
  expect(await b.leases.acquire('renewed')).not.toBeNull()
})

test('a node is told when another one has its lease', async () => {
  const [a] = await startNodes(400)
  const lease = await a.leases.acquire('taken')
  await abandon('taken')
  await eventually(async () => lease?.lost.aborted === true)
})

test('a node whose renewal hangs gives up its leases', async () => {
  const [a] = await startNodes(2_000)
  const lease = await a.leases.acquire('hanging')
  // Renewals wait for this row.
  const blocking = await t.pool.connect()
  onTestFinished(() => blocking.release(true))
  await blocking.query(`begin; select from leases where name = 'hanging' for update`)
  await eventually(() => lease?.lost.aborted === true)
})

test('leases that can’t be renewed are given up before others can have them', async () => {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  let isReachable = true
  const leases = keepLeases(
    (text, values) =>
      isReachable ? t.pool.query(text, values).then(({ rows }) => rows) : new Promise(() => {}),
    randomUUID(),
  )
  const lease = await leases.acquire('unreachable')
  isReachable = false
  void leases.renew()
  now += leases.ttl_ms * 0.6
  leases.dropExpired()
  expect(lease?.lost.aborted).toBe(false)
  // The database keeps it longer by more than a quarter, which is how often a node calls this.
  now += 1
  leases.dropExpired()
  expect(lease?.lost.aborted).toBe(true)
})

test('a stopped node leaves neither its registration nor its leases', async () => {
  const node = await t.startTestNode()
  await node.leases.acquire('left behind')
  expect(await node.count('mail')).toBe(2)
  await node.stop()
  expect(await t.node.count('mail')).toBe(1)
  expect(await t.node.leases.acquire('left behind')).not.toBeNull()
})

test('leases that nobody released are forgotten', async () => {
  const [a, b] = await startNodes(400)
  await a.leases.acquire('forgotten')
  await a.leases.acquire('held')
  await abandon('forgotten')
  await expireAgo('forgotten', '2 minutes')
  await eventually(
    async () => (await t.pool.query(`select from leases where name = 'forgotten'`)).rowCount === 0,
  )
  expect(await b.leases.acquire('held')).toBeNull()
})

test('a node that was removed from the list registers again', async () => {
  const node = await t.startTestNode(400)
  onTestFinished(() => node.stop())
  await t.pool.query('delete from nodes where id = $1', [node.id])
  await eventually(
    async () => (await t.pool.query('select from nodes where id = $1', [node.id])).rowCount === 1,
  )
})

test('a node that was killed a day ago is forgotten, although no other node starts', async () => {
  await startNodes(400)
  const add = (host: string, seen: string) =>
    t.pool.query(
      `insert into nodes (id, host, pid, roles, version, started_at, seen_at)
       values (gen_random_uuid(), $1, 1, '{worker}', 'test', clock_timestamp() - $2::interval, clock_timestamp() - $2::interval)`,
      [host, seen],
    )
  await add('killed long ago', '25 hours')
  await add('killed today', '23 hours')
  const listHosts = async () =>
    (await t.pool.query<{ host: string }>(`select host from nodes where host like 'killed %'`)).rows
  await eventually(async () => (await listHosts()).length === 1)
  expect(await listHosts()).toEqual([{ host: 'killed today' }])
})
