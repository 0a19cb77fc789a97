import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startQueue } from '../jobs/queue.ts'
import { createReadiness, degraded } from '../readiness.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { createGaugeSources, type GaugeSource } from './gauge-sources.ts'
import { startMetrics } from './start-metrics.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

async function startTestMetrics() {
  const gauges = createGaugeSources()
  const readiness = createReadiness(t.clock)
  const build = { version: '1.2.3', schema: '0001', roles: 'web' }
  const metrics = await startMetrics({ gauges, readiness, build })
  onTestFinished(() => {
    metrics.stop()
    readiness.stop()
  })
  /** Lines of this metric, without its help. */
  const lines = async (name: string) =>
    (await metrics.collect()).text
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  return { gauges, readiness, lines }
}

test('statements that fail are counted by kind, and all of them measured', async () => {
  const { lines } = await startTestMetrics()
  await t.pool.query('select 1')
  await expect(t.pool.query('select nothing')).rejects.toThrow()
  await expect(t.pool.query(`insert into settings select * from settings`)).rejects.toThrow()
  const client = await t.pool.connect()
  await new Promise((resolve) => client.query('select 1', resolve))
  await new Promise((resolve) => client.query('select $1::int', [1], resolve))
  client.release()
  expect(await lines('parley_database_query_errors_total')).toEqual([
    'parley_database_query_errors_total{kind="other"} 1',
    'parley_database_query_errors_total{kind="constraint"} 1',
  ])
  const counts = await lines('parley_database_query_duration_seconds_count')
  const [selects = ''] = counts.filter((line) => line.includes('statement="select"'))
  expect(Number(selects.split(' ').at(-1))).toBeGreaterThanOrEqual(4)
  expect(counts.some((line) => line.includes('statement="insert"'))).toBe(true)
})

test('a job is given up after its last attempt only', async () => {
  const { lines } = await startTestMetrics()
  const fail = async () => Promise.reject(new Error('no'))
  const queue = await startQueue(t, { last: fail, again: fail })
  onTestFinished(() => queue.stop())
  await t.act(t.system, async (tx) => {
    await tx.enqueue('last', {}, { run_at: new Date(0), max_attempts: 1 })
    await tx.enqueue('again', {}, { run_at: new Date(0), max_attempts: 25 })
  })
  await expect
    .poll(async () => (await lines('parley_job_duration_seconds_count')).sort())
    .toEqual([
      // On a busy machine, it may have been tried again.
      expect.stringMatching(/^parley_job_duration_seconds_count{task="again",outcome="failure"} \d+$/),
      'parley_job_duration_seconds_count{task="last",outcome="failure"} 1',
    ])
  expect(await lines('parley_jobs_given_up_total')).toEqual(['parley_jobs_given_up_total{task="last"} 1'])
  await expect.poll(() => lines('parley_jobs_running')).toEqual(['parley_jobs_running 0'])
})

test('a request is in flight until it ends or its client gives up, and an unknown path adds no label', async () => {
  const { lines } = await startTestMetrics()
  const address = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { token } = await t.as(await t.make.agent())
  const headers = { cookie: `parley_session=${token}` }
  const inFlight = () => lines('parley_http_requests_in_flight')
  const blocker = await t.pool.connect()
  onTestFinished(() => blocker.release())
  await blocker.query('begin; lock table tags')
  const client = new AbortController()
  const request = fetch(`${address}/api/v1/tags`, { headers, signal: client.signal })
  request.catch(() => {})
  await expect.poll(inFlight).toEqual(['parley_http_requests_in_flight 1'])
  client.abort()
  await expect.poll(inFlight).toEqual(['parley_http_requests_in_flight 0'])
  await blocker.query('rollback')
  await fetch(`${address}/api/v1/unknown/path/12345`)
  await fetch(`${address}/api/v1/tags`, { headers })
  const counts = async () => (await lines('parley_http_request_duration_seconds_count')).sort()
  await expect
    .poll(counts)
    .toEqual([
      'parley_http_request_duration_seconds_count{method="GET",route="/*",status="404"} 1',
      'parley_http_request_duration_seconds_count{method="GET",route="/api/v1/tags",status="200"} 1',
      'parley_http_request_duration_seconds_count{method="GET",route="/api/v1/tags",status="499"} 1',
    ])
})

test('values that have disappeared or cannot be read are missing, and the failure is reported', async () => {
  const { gauges, lines } = await startTestMetrics()
  let samples: Awaited<ReturnType<GaugeSource['read']>> | Error = {
    sample_by_kind: [{ labels: { kind: 'a' }, value: 1 }],
    sample_total_of_all: [{ value: 5 }],
  }
  gauges.register({
    name: 'sample',
    scope: 'node',
    gauges: { sample_by_kind: { help: 'By kind', labels: ['kind'] }, sample_total_of_all: { help: 'All' } },
    read: async () => {
      if (samples instanceof Error) throw samples
      return samples
    },
  })
  expect(await lines('sample_by_kind')).toEqual(['sample_by_kind{kind="a"} 1'])
  samples = { sample_by_kind: [{ labels: { kind: 'b' }, value: 2 }] }
  expect(await lines('sample_by_kind')).toEqual(['sample_by_kind{kind="b"} 2'])
  expect(await lines('sample_total_of_all')).toEqual([])
  samples = new Error('no such table')
  expect(await lines('sample_by_kind')).toEqual([])
  expect(await lines('parley_collection_success')).toContain('parley_collection_success{source="sample"} 0')
})

test('a part that is degraded is not healthy', async () => {
  const { readiness, lines } = await startTestMetrics()
  readiness.register({ name: 'search_index', check: () => degraded('It is being rebuilt') })
  expect(await lines('parley_part_healthy')).toContain('parley_part_healthy{part="search_index"} 0')
})
