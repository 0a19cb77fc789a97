import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A received span, with its attributes by name. */
export type ReceivedSpan = {
  name: string
  trace_id: string
  id: string
  parent_id: string | undefined
  is_error: boolean
  attributes: Record<string, unknown>
  links: string[]
  resource: Record<string, unknown>
}

// The JSON form of OTLP, https://opentelemetry.io/docs/specs/otlp/#otlphttp
type Attribute = { key: string; value: { stringValue?: string; intValue?: number; doubleValue?: number } }
type OtlpSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  status?: { code?: number }
  attributes?: Attribute[]
  links?: { traceId: string }[]
}
type OtlpBody = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[]
}

/** An OpenTelemetry collector on loopback: stores the spans that it receives as JSON, and the requests as they are. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = []
  const requests: { path: string; content_type: string; headers: Record<string, unknown>; body: Buffer }[] =
    []
  const server = createServer(async (incoming, response) => {
    const body = await buffer(incoming)
    const content_type = incoming.headers['content-type'] ?? ''
    requests.push({ path: incoming.url ?? '', content_type, headers: incoming.headers, body })
    if (content_type === 'application/json') spans.push(...readSpans(JSON.parse(body.toString()) as OtlpBody)) // as sent by an OTLP exporter
    response
      .writeHead(200, { 'content-type': content_type })
      .end(content_type === 'application/json' ? '{}' : '')
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // listens on TCP
    spans,
    requests,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const readSpans = ({ resourceSpans }: OtlpBody): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        name: span.name,
        trace_id: span.traceId,
        id: span.spanId,
        parent_id: span.parentSpanId || undefined,
        is_error: span.status?.code === 2,
        attributes: readAttributes(span.attributes ?? []),
        links: (span.links ?? []).map(({ traceId }) => traceId),
        resource: readAttributes(resource.attributes),
      })),
    ),
  )

const readAttributes = (attributes: Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue]),
  )
