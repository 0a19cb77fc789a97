import { migrationFiles } from '../db/migrate.ts'
import { schemaNumberOf } from '../db/schema-version.ts'
import type { Env } from '../env.ts'
import type { Foundation } from '../foundation.ts'
import { createLog } from '../log.ts'
import type { Metrics } from '../metrics/start-metrics.ts'

export type Monitoring = {
  /** For `/metrics` on the web port. */
  metrics_route: { metrics: Metrics; token: string } | null
  stop(): Promise<void>
}

/** Starts exporting traces, if the settings ask for it. Without settings, nothing is loaded. */
export async function startTracesIfSet(
  { tracing, log_level }: Env,
  version: string,
): Promise<{ stop(): Promise<void> }> {
  if (!tracing) return { stop: async () => {} }
  const { startTracing } = await import('../tracing/start-tracing.ts')
  return startTracing(tracing, { version, log: createLog(log_level) })
}

/** Starts what the settings ask for: metrics, on a port of their own or for the web server. Without settings, nothing is loaded. */
export async function startMonitoring(
  env: Env,
  foundation: Foundation,
  version: string,
): Promise<Monitoring> {
  const { port, host, token } = env.metrics
  const { log, gauges, readiness } = foundation
  if (port === null && token === null) return { metrics_route: null, stop: async () => {} }
  const { startMetrics } = await import('../metrics/start-metrics.ts')
  const schema = schemaNumberOf((await migrationFiles()).at(-1) ?? '0000')
  const roles = [...env.roles].sort().join(',')
  const metrics = await startMetrics({ gauges, readiness, build: { version, schema, roles } })
  if (port === null && !env.roles.has('web'))
    log.warn(
      'PARLEY_METRICS_TOKEN is set, but this process has no web server to answer /metrics. Set PARLEY_METRICS_PORT as well',
    )
  const { startMetricsServer } = await import('../metrics/metrics-endpoint.ts')
  const server = port === null ? null : await startMetricsServer(metrics, { port, host, token, log })
  return {
    metrics_route: token === null ? null : { metrics, token },
    async stop() {
      await server?.stop()
      metrics.stop()
    },
  }
}
