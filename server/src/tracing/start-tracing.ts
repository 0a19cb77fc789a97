import type { Context, Link, Span, SpanContext } from '@opentelemetry/api'
import type { Sampler } from '@opentelemetry/sdk-trace'
import type { Log } from '../log.ts'
import { type Operation, type OperationDetails, subscribeToOperations } from '../telemetry/operation.ts'
import { errorType, idAttributes, isTraced, type SpanDescription, spanDescriptions } from './describe-span.ts'
import type { TracingSettings } from './tracing-settings.ts'

type Libraries = Awaited<ReturnType<typeof loadLibraries>>

/** Exports a span for each operation. OpenTelemetry's SDK is loaded here, so a server without traces doesn't have it in memory. */
export async function startTracing(
  settings: TracingSettings,
  { version, log }: { version: string; log: Log },
): Promise<{ stop(): Promise<void> }> {
  const libraries = await loadLibraries(settings)
  const report = reportExportFailures(libraries, log)
  const provider = createProvider(libraries, settings, version)
  const tracer = provider.getTracer('parley', version)
  const spans = new WeakMap<Operation, Span>()
  const unsubscribe = subscribeToOperations({
    onStart(operation) {
      const description = isTraced(operation) ? descriptionOf(operation.details) : null
      if (!description) return
      const { parent, links } = originOf(libraries, operation)
      const kind = libraries.api.SpanKind[description.kind]
      const span = tracer.startSpan(description.name(operation.details), { kind, links }, parent)
      spans.set(operation, span)
      operation.trace = traceOf(span.spanContext())
    },
    onEnd(operation) {
      const span = spans.get(operation)
      if (span) endSpan(libraries, span, operation)
    },
  })
  return {
    async stop() {
      unsubscribe()
      await provider.shutdown().catch((error: Error) => report(error.message))
    },
  }
}

async function loadLibraries({ protocol }: TracingSettings) {
  const [api, sdk, resources, core, exporter] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/core'),
    protocol === 'http/json'
      ? import('@opentelemetry/exporter-trace-otlp-http')
      : import('@opentelemetry/exporter-trace-otlp-proto'),
  ])
  return { api, sdk, resources, core, Exporter: exporter.OTLPTraceExporter }
}

/** A collector that is away must not fill the log: one line per minute. */
const reportIntervalMs = 60_000

function reportExportFailures({ api }: Libraries, log: Log): (reason: string) => void {
  let reported_at = Number.NEGATIVE_INFINITY
  const report = (reason: string) => {
    if (performance.now() - reported_at < reportIntervalMs) return
    reported_at = performance.now()
    log.warn({ reason }, 'traces could not be exported')
  }
  const ignore = () => {}
  api.diag.setLogger({ error: report, warn: report, info: ignore, debug: ignore, verbose: ignore })
  return report
}

function createProvider(
  { sdk, resources, core, Exporter }: Libraries,
  settings: TracingSettings,
  version: string,
) {
  const { envDetector, hostDetector, serviceInstanceIdDetector } = resources
  const batch = {
    scheduledDelayMillis: core.getNumberFromEnv('OTEL_BSP_SCHEDULE_DELAY'),
    exportTimeoutMillis: core.getNumberFromEnv('OTEL_BSP_EXPORT_TIMEOUT'),
    maxQueueSize: core.getNumberFromEnv('OTEL_BSP_MAX_QUEUE_SIZE'),
    maxExportBatchSize: core.getNumberFromEnv('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
  }
  const given = Object.fromEntries(Object.entries(batch).filter(([, value]) => value !== undefined))
  return new sdk.TracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': 'parley', 'service.version': version })
      .merge(
        resources.detectResources({ detectors: [hostDetector, serviceInstanceIdDetector, envDetector] }),
      ),
    sampler: createSampler(sdk, settings),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new Exporter(), ...given })],
  })
}

function createSampler(sdk: Libraries['sdk'], { sampler, ratio }: TracingSettings): Sampler {
  const roots = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: () => new sdk.TraceIdRatioBasedSampler(ratio),
  }
  const [, followsParent, root] = /^(parentbased_)?(.*)$/.exec(sampler) ?? []
  const rootSampler = roots[root as keyof typeof roots]() // one of the settings' values
  return followsParent ? new sdk.ParentBasedSampler({ root: rootSampler }) : rootSampler
}

type Kind = OperationDetails['kind']

const descriptionOf = (details: OperationDetails) =>
  details.kind === 'socket' ? null : (spanDescriptions[details.kind] as SpanDescription<Kind>) // of this kind

/** What an operation belongs to: what it is part of, what called it, or what queued it. */
function originOf(
  { api, core }: Libraries,
  { details, trace }: Operation,
): { parent: Context; links: Link[] } {
  const contextOf = (traceparent: string | undefined) => core.parseTraceParent(traceparent ?? '')
  const under = (context: SpanContext | null) =>
    context ? api.trace.setSpanContext(api.ROOT_CONTEXT, context) : api.ROOT_CONTEXT
  if (trace) return { parent: under(contextOf(trace.traceparent)), links: [] }
  const caller = 'traceparent' in details ? contextOf(details.traceparent) : null
  // A timer fires days after the request that set it: a trace of its own, which names the other.
  if (caller && details.kind === 'job' && details.is_timer)
    return { parent: api.ROOT_CONTEXT, links: [{ context: caller }] }
  return { parent: under(caller && { ...caller, isRemote: true }), links: [] }
}

/** W3C Trace Context, https://www.w3.org/TR/trace-context/#traceparent-header */
const traceOf = ({ traceId, spanId, traceFlags }: SpanContext): Operation['trace'] => ({
  id: traceId,
  traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
})

function endSpan({ api }: Libraries, span: Span, operation: Operation): void {
  const { details, error } = operation
  span.setAttributes({ ...idAttributes(operation), ...descriptionOf(details)?.attributes(details) })
  if (error) span.setAttribute('error.type', errorType(error))
  const isServerError = details.kind === 'request' && (details.status ?? 0) >= 500
  if (error || isServerError) span.setStatus({ code: api.SpanStatusCode.ERROR })
  span.end()
}
