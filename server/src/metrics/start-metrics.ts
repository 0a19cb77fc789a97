import type { Gauge, Registry as PromRegistry } from 'prom-client'
import type { Registry as Readiness } from '../readiness.ts'
import { createGaugeReader, type GaugeSource, type GaugeSources, type Reading } from './gauge-sources.ts'
import { measureOperations } from './operation-metrics.ts'
import { measureOutcomes } from './outcome-metrics.ts'
import type { PromClient } from './prom-client.ts'

export type Metrics = {
  /** All metrics in the text format of Prometheus. */
  collect(): Promise<{ content_type: string; text: string }>
  stop(): void
}

type MetricsDeps = {
  gauges: GaugeSources
  readiness: Pick<Readiness, 'report'>
  build: { version: string; schema: string; roles: string }
}

// Gauges with the suffix of counters, which Prometheus advises against; the ones by type have the same numbers.
const misnamedDefaults = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

/** Starts measuring. prom-client is loaded here, so a server without metrics doesn't have it in memory. */
export async function startMetrics({ gauges, readiness, build }: MetricsDeps): Promise<Metrics> {
  const client = (await import('prom-client')).default
  const register = new client.Registry()
  client.collectDefaultMetrics({ register })
  for (const name of misnamedDefaults) register.removeSingleMetric(name)
  setBuildInfo(client, register, build)
  const stopOperations = measureOperations(client, register)
  const stopOutcomes = measureOutcomes(client, register)
  const collectGauges = createGaugeCollector(client, register)
  const health = healthGauges(readiness)
  return {
    async collect() {
      await collectGauges([...gauges.list(), health])
      return { content_type: register.contentType, text: await register.metrics() }
    },
    stop() {
      stopOperations()
      stopOutcomes()
      register.clear()
    },
  }
}

function setBuildInfo(
  { Gauge }: PromClient,
  register: PromRegistry,
  { version, schema, roles }: MetricsDeps['build'],
) {
  new Gauge({
    name: 'parley_build_info',
    help: 'Version, newest migration it knows, Node.js version and roles of this node; always 1',
    labelNames: ['version', 'schema', 'node', 'roles'],
    registers: [register],
  }).set({ version, schema, node: process.versions.node, roles }, 1)
}

const healthGauges = (readiness: Pick<Readiness, 'report'>): GaugeSource => ({
  name: 'readiness',
  scope: 'node',
  gauges: {
    parley_part_healthy: {
      help: 'Whether a part of the server is healthy, as in /health/ready: 1, or 0 if it is degraded or down',
      labels: ['part'],
    },
  },
  read: async () => ({
    parley_part_healthy: (await readiness.report()).parts.map(({ name, state }) => ({
      labels: { part: name },
      value: state === 'ok' ? 1 : 0,
    })),
  }),
})

function createGaugeCollector(client: PromClient, register: PromRegistry) {
  const read = createGaugeReader()
  const gaugesByName = new Map<string, Gauge>()
  const getGauge = (name: string, help: string, labelNames: readonly string[]) => {
    const gauge =
      gaugesByName.get(name) ??
      new client.Gauge({ name, help, labelNames: [...labelNames], registers: [register] })
    gaugesByName.set(name, gauge)
    return gauge
  }
  const success = getGauge(
    'parley_collection_success',
    'Whether a source of gauges could be read within its time limit; its gauges are missing otherwise',
    ['source'],
  )
  const set = (source: GaugeSource, reading: Reading) => {
    success.set({ source: source.name }, reading ? 1 : 0)
    for (const [name, { help, labels = [] }] of Object.entries(source.gauges)) {
      const gauge = getGauge(name, scopedHelp(source, help), labels)
      // Labels that have disappeared, and values that are unknown, must not remain.
      gauge.reset()
      if (labels.length === 0) gauge.remove()
      for (const sample of reading?.[name] ?? []) gauge.set(sample.labels ?? {}, sample.value)
    }
  }
  return async (sources: readonly GaugeSource[]) => {
    const readings = await Promise.all(sources.map(read))
    for (const [n, source] of sources.entries()) set(source, readings[n] ?? null)
  }
}

const scopedHelp = ({ scope }: GaugeSource, help: string) =>
  scope === 'workspace' ? `${help} (of the whole workspace: every node has the same value)` : help
