import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Clock } from '../../clock.ts'
import { createLog } from '../../log.ts'
import { startNode } from '../../nodes/node.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { eventually } from '../../testing/web-sockets.ts'
import { conditions } from './alerts/conditions.ts'
import { clockCheck } from './doctor/checks/clock.ts'
import { contextOf, findingsOf } from './doctor/doctor-suite.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const clockAhead = (seconds: number): Clock => ({ now: () => new Date(Date.now() + seconds * 1000) })

/** A node with this clock, when it has measured how far it is ahead. */
async function startNodeWith(clock: Clock, role: 'web' | 'worker' | 'mail') {
  const node = await startNode({
    connectionString: t.connectionString,
    log: createLog('silent'),
    roles: new Set([role]),
    version: 'test',
    lease_ttl_ms: 400,
    clock,
  })
  const readNode = async () => {
    const { rows } = await t.pool.query('select clock_offset_ms, seen_at from nodes where id = $1', [node.id])
    return rows[0] as { clock_offset_ms: number | null; seen_at: Date }
  }
  const readOffset = async () => (await readNode()).clock_offset_ms
  onTestFinished(() => node.stop())
  await eventually(async () => (await readOffset()) !== null)
  return { readOffset, readNode }
}

const startNodeAhead = (seconds: number, role: 'web' | 'worker' | 'mail') =>
  startNodeWith(clockAhead(seconds), role)

const findProblems = async () =>
  (await findingsOf(clockCheck, contextOf(t))).filter(({ state }) => state !== 'ok')
const listAlerts = async () =>
  (await conditions.find(({ name }) => name === 'clock')?.find(contextOf(t)))?.map(({ message }) => message)

test('a node measures how far its clock is from the database’s', async () => {
  for (const seconds of [0, 30, -3600]) {
    const { readOffset } = await startNodeAhead(seconds, 'worker')
    expect(Math.abs(((await readOffset()) ?? Number.NaN) - seconds * 1000)).toBeLessThan(1_000)
  }
})

test('a measurement during which much time passed is discarded, and the last one kept', async () => {
  let passes_ms = 0
  let ahead_ms = 30_000
  const clock = {
    now() {
      ahead_ms += passes_ms
      return new Date(Date.now() + ahead_ms)
    },
  }
  const { readNode, readOffset } = await startNodeWith(clock, 'worker')
  passes_ms = 2_000
  for (let n = 0; n < 2; n++) {
    const { seen_at } = await readNode()
    await eventually(async () => (await readNode()).seen_at > seen_at)
  }
  expect(Math.abs(((await readOffset()) ?? Number.NaN) - 30_000)).toBeLessThan(1_000)
})

test('a clock that is wildly wrong doesn’t keep a node from being registered', async () => {
  const { readOffset } = await startNodeAhead(-50 * 365 * 86_400, 'worker')
  expect(await readOffset()).toBeLessThan(-1e12)
})

test.each([
  ['worker', 30, 'error', 1],
  ['mail', -30, 'error', 1],
  ['worker', 2, null, 0],
  ['web', 30, 'warning', 0],
  ['web', 90, 'error', 1],
] as const)(
  'the clock of another %s node that differs by %d seconds is judged as %s',
  async (role, seconds, state, alerts) => {
    await startNodeAhead(seconds, role)
    const problems = await findProblems()
    expect(problems.map((one) => one.state)).toEqual(state === null ? [] : [state])
    for (const { message } of problems)
      expect(message).toContain(
        `${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} that of the database`,
      )
    expect(await listAlerts()).toHaveLength(alerts)
  },
)

test('the clock of a node that has ended is not judged', async () => {
  const insert = (host: string, seconds_ago: number) =>
    t.pool.query(
      `insert into nodes (id, host, pid, roles, version, started_at, seen_at, clock_offset_ms)
       values (gen_random_uuid(), $1, 1, '{worker}', 'test', clock_timestamp(), clock_timestamp() - $2 * interval '1 s', 30000)`,
      [host, seconds_ago],
    )
  await insert('runs', 1)
  await insert('ended', 60)
  expect((await findProblems()).map(({ subject }) => subject)).toEqual(['runs (1)'])
})
