import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { runTraffic, startMonitoredServer } from '../testing/processes/monitored-server.ts'

// They start the real program, which takes seconds on a busy machine.
const slow = 120_000

/** The value of a metric with these labels; undefined if it is missing. */
function readValue(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const line = text
    .split('\n')
    .find(
      (candidate) =>
        (candidate.startsWith(`${name}{`) || candidate.startsWith(`${name} `)) &&
        Object.entries(labels).every(([label, value]) => candidate.includes(`${label}="${value}"`)),
    )
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

test(
  'what a server under traffic offers passes promtool, and counts what happened',
  async () => {
    const server = await startMonitoredServer()
    await runTraffic(server)
    const read = async () => (await server.scrape()).text
    await expect
      .poll(async () =>
        readValue(await read(), 'parley_mail_send_attempts_total', { mail: 'reply', result: 'sent' }),
      )
      .toBe(1)
    await expect
      .poll(async () => readValue(await read(), 'parley_webhook_attempts_total', { result: 'delivered' }))
      .toBe(1)
    // Gauges of the workspace are kept for a few seconds.
    await expect
      .poll(async () => readValue(await read(), 'parley_consumer_lag_events', { consumer: 'sla' }))
      .toBe(0)
    await expect.poll(async () => readValue(await read(), 'parley_mail_incoming_waiting')).toBe(0)
    const text = await read()

    const lint = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
    expect(lint.stderr + lint.stdout, 'promtool check metrics').toBe('')
    expect(lint.status).toBe(0)

    const request = (route: string, method: string, status: string) =>
      readValue(text, 'parley_http_request_duration_seconds_count', { route, method, status })
    expect(request('/api/v1/auth/login', 'POST', '200')).toBe(1)
    expect(request('/api/v1/auth/login', 'POST', '400')).toBe(1)
    expect(request('/api/v1/conversations/:uuid/messages', 'POST', '200')).toBe(2)
    expect(readValue(text, 'parley_http_requests_in_flight')).toBe(0)
    expect(readValue(text, 'parley_mail_received_total', { source: 'smtp' })).toBe(1)
    expect(readValue(text, 'parley_mail_processed_total', { source: 'smtp', result: 'threaded' })).toBe(1)
    expect(readValue(text, 'parley_mail_processing_duration_seconds_count', { source: 'smtp' })).toBe(1)
    expect(readValue(text, 'parley_mail_sending_duration_seconds_count', { mail: 'reply' })).toBe(2)
    expect(readValue(text, 'parley_mail_send_attempts_total', { mail: 'reply', result: 'retried' })).toBe(1)
    expect(readValue(text, 'parley_mailboxes', { state: 'failing' })).toBe(1)
    expect(
      readValue(text, 'parley_job_duration_seconds_count', { task: 'read_delivery', outcome: 'success' }),
    ).toBe(1)
    expect(readValue(text, 'parley_consumer_events_total', { consumer: 'webhooks' })).toBeGreaterThan(0)
    expect(readValue(text, 'parley_events_recorded_total')).toBeGreaterThan(3)
    expect(
      readValue(text, 'parley_database_query_duration_seconds_count', { statement: 'insert' }),
    ).toBeGreaterThan(3)
    expect(readValue(text, 'parley_database_pool_max_connections')).toBe(12)
    expect(readValue(text, 'parley_mail_incoming_last_timestamp_seconds')).toBeCloseTo(Date.now() / 1000, -3)
    expect(readValue(text, 'parley_part_healthy', { part: 'database' })).toBe(1)
    expect(readValue(text, 'nodejs_eventloop_lag_seconds')).toBeDefined()
    for (const source of [
      'consumers',
      'database_pool',
      'disk',
      'job_queue',
      'mail',
      'presence',
      'readiness',
      'sockets',
      'webhooks',
    ])
      expect(readValue(text, 'parley_collection_success', { source }), source).toBe(1)
    // No ids and no addresses: every label has few values.
    expect(text).not.toMatch(/@|[0-9a-f]{8}-[0-9a-f]{4}/)
  },
  slow,
)

test(
  '/metrics needs its token on both ports, and is not there without one',
  async () => {
    const server = await startMonitoredServer()
    for (const port of ['PARLEY_METRICS_PORT', 'PORT'] as const) {
      expect((await server.scrape(port)).status, port).toBe(200)
      expect((await server.scrape(port, 'another-token-that-is-wrong')).status, port).toBe(401)
      expect((await fetch(`http://127.0.0.1:${server[port]}/metrics`)).status, port).toBe(401)
    }
    expect((await fetch(`http://127.0.0.1:${server.PARLEY_METRICS_PORT}/`)).status).toBe(404)
    const closed = await startMonitoredServer({ PARLEY_METRICS_TOKEN: '' })
    expect((await closed.scrape('PORT')).status).toBe(404)
    expect((await fetch(`http://127.0.0.1:${closed.PARLEY_METRICS_PORT}/metrics`)).status).toBe(200)
  },
  slow,
)

test(
  'a node without a web server has metrics on a port of its own',
  async () => {
    const server = await startMonitoredServer({ ROLES: 'mail' })
    const { status, text } = await server.scrape()
    expect(status).toBe(200)
    expect(text).toContain('roles="mail"')
    await expect(server.scrape('PORT')).rejects.toThrow('fetch failed')
  },
  slow,
)

test(
  'prom-client and OpenTelemetry are loaded only when the settings ask for them',
  async () => {
    const hook = `import { registerHooks } from 'node:module'
      registerHooks({ resolve(name, context, next) {
        if (/^(prom-client|@opentelemetry\\/)/.test(name)) console.error('loaded ' + name)
        return next(name, context)
      } })`
    const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(hook)}`
    const on = await startMonitoredServer({ NODE_OPTIONS })
    expect(on.program.output()).toMatch(/loaded prom-client/)
    expect(on.program.output()).toMatch(/loaded @opentelemetry\/sdk-trace/)
    const off = await startMonitoredServer({
      NODE_OPTIONS,
      PARLEY_METRICS_PORT: '',
      PARLEY_METRICS_TOKEN: '',
      OTEL_EXPORTER_OTLP_ENDPOINT: '',
    })
    expect(off.program.output()).not.toMatch(/loaded/)
  },
  slow,
)
