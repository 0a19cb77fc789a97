import { expect, test } from 'vitest'
import type { ReceivedSpan } from '../testing/fake-services/otlp-receiver.ts'
import {
  type MonitoredServer,
  runTraffic,
  secrets,
  signIn,
  startMonitoredServer,
} from '../testing/processes/monitored-server.ts'

// They start the real program, which takes seconds on a busy machine.
const slow = 120_000

/** The span with this name, once it has arrived. */
async function waitForSpan({ otlp }: MonitoredServer, name: string, matches = (_span: ReceivedSpan) => true) {
  const find = () => otlp.spans.find((span) => span.name === name && matches(span))
  await expect.poll(find, { message: name }).toBeDefined()
  return find() as ReceivedSpan // the line above waited for it
}

test(
  'a trace follows a reply from the request over its job to the mail server',
  async () => {
    const server = await startMonitoredServer()
    const { reply } = await runTraffic(server)
    const request_id = reply.headers.get('x-request-id')
    const request = await waitForSpan(
      server,
      'POST /api/v1/conversations/:uuid/messages',
      ({ attributes }) => attributes['parley.request_id'] === request_id,
    )
    const sending = await waitForSpan(server, 'send reply', ({ trace_id }) => trace_id === request.trace_id)
    const inTrace = server.otlp.spans.filter(({ trace_id }) => trace_id === request.trace_id)

    expect(request.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/v1/conversations/:uuid/messages',
      'http.response.status_code': 200,
    })
    expect(request.resource).toMatchObject({ 'service.name': 'parley', 'host.name': expect.any(String) })
    const transaction = inTrace.find(
      ({ name, parent_id }) => name === 'transaction' && parent_id === request.id,
    )
    const insert = inTrace.find(({ name }) => name === 'insert messages')
    expect(insert).toMatchObject({
      attributes: {
        'db.system.name': 'postgresql',
        'db.query.text': expect.stringMatching(/insert into "messages".*\$1/s),
      },
    })
    expect(insert?.parent_id).toBe(transaction?.id)
    const job = await waitForSpan(server, 'job send_message', ({ trace_id }) => trace_id === request.trace_id)
    expect(sending).toMatchObject({ trace_id: request.trace_id, parent_id: job.id })
    expect(sending.attributes['parley.message_id']).toBeGreaterThan(0)

    const processing = await waitForSpan(server, 'process mail')
    expect(processing.attributes).toMatchObject({ 'parley.mail.source': 'smtp', 'parley.delivery_id': 1 })
    await waitForSpan(server, 'consumer webhooks')
    const webhook = await waitForSpan(server, 'deliver webhook')
    const post = await waitForSpan(server, 'POST', ({ parent_id }) => parent_id === webhook.id)
    expect(post.attributes).toMatchObject({ 'server.address': '127.0.0.1', 'http.response.status_code': 200 })
    // Polling has no traces, and neither do health checks.
    expect(
      server.otlp.spans.filter(
        ({ name, parent_id }) => /^(select|begin|transaction)/.test(name) && !parent_id,
      ),
    ).toEqual([])
  },
  slow,
)

test(
  "a request continues its caller's trace, and its log lines name it",
  async () => {
    const server = await startMonitoredServer()
    const call = await signIn(server)
    const trace_id = '0af7651916cd43dd8448eb211c80319c'
    await call('GET', '/api/v1/tags', undefined, { traceparent: `00-${trace_id}-b7ad6b7169203331-01` })
    const span = await waitForSpan(server, 'GET /api/v1/tags')
    expect(span).toMatchObject({ trace_id, parent_id: 'b7ad6b7169203331' })
    const line = server.logLines().find(({ path }) => path === '/api/v1/tags')
    expect(line).toMatchObject({ trace_id, request_id: span.attributes['parley.request_id'] })
    await fetch(`${server.base}/health`)
    await call('GET', '/api/v1/tags')
    await waitForSpan(server, 'GET /api/v1/tags', (other) => other.trace_id !== trace_id)
    expect(server.otlp.spans.map(({ name }) => name)).not.toContain('GET /health')
  },
  slow,
)

test(
  'the standard settings choose protocol, headers, name and sampling',
  async () => {
    const server = await startMonitoredServer({
      OTEL_EXPORTER_OTLP_PROTOCOL: '',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=acme',
      OTEL_SERVICE_NAME: 'helpdesk-of-acme',
    })
    const call = await signIn(server)
    await call('GET', '/api/v1/tags')
    const { requests } = server.otlp
    await expect.poll(() => requests.some(({ body }) => body.includes('GET /api/v1/tags'))).toBe(true)
    expect(requests[0]).toMatchObject({
      path: '/v1/traces',
      content_type: 'application/x-protobuf',
      headers: { 'x-tenant': 'acme' },
    })
    expect(requests[0]?.body.includes('helpdesk-of-acme')).toBe(true)

    const unsampled = await startMonitoredServer({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' })
    const callUnsampled = await signIn(unsampled)
    await callUnsampled('GET', '/api/v1/tags')
    const sampled = '0af7651916cd43dd8448eb211c80319c'
    await callUnsampled('GET', '/api/v1/statuses', undefined, {
      traceparent: `00-${sampled}-b7ad6b7169203331-01`,
    })
    await waitForSpan(unsampled, 'GET /api/v1/statuses')
    expect(new Set(unsampled.otlp.spans.map(({ trace_id }) => trace_id))).toEqual(new Set([sampled]))
  },
  slow,
)

test(
  'a collector that is away neither ends nor delays the server, and is reported once',
  async () => {
    const server = await startMonitoredServer({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
    const call = await signIn(server)
    const failures = () => server.logLines().filter(({ msg }) => msg === 'traces could not be exported')
    await expect.poll(failures).toHaveLength(1)
    expect((await call('GET', '/api/v1/tags')).status).toBe(200)
    server.program.child.kill('SIGTERM')
    expect(await server.program.exited).toBe(0)
    expect(failures()).toHaveLength(1)
  },
  slow,
)

test(
  'logs, traces and metrics contain no secrets, addresses or texts of customers',
  async () => {
    const server = await startMonitoredServer()
    await runTraffic(server)
    await waitForSpan(server, 'send reply')
    const { text } = await server.scrape()
    const traces = server.otlp.requests.map(({ body }) => body.toString()).join('\n')
    // Each with something that shows that the traffic is in it.
    const outputs = {
      log: { output: server.program.output(), sample: 'could not send a reply' },
      traces: { output: traces, sample: 'send reply' },
      metrics: { output: text, sample: 'parley_mail_received_total{source="smtp"} 1' },
    }
    for (const [place, { output, sample }] of Object.entries(outputs)) {
      expect(output).toContain(sample)
      for (const [name, secret] of Object.entries(secrets))
        expect(output.includes(secret), `${name} in ${place}`).toBe(false)
    }
  },
  slow,
)
