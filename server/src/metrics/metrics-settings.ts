import { z } from 'zod'
import { listenHost, portNumber } from '../port-setting.ts'

/** Who may read the metrics of this process, and where. */
export type MetricsSettings = {
  /** Port of its own for `/metrics`; null for none. */
  port: number | null
  host: string
  /** With it, `/metrics` is on the web port as well, and it is required on either port. */
  token: string | null
}

export const metricsVariables = {
  PARLEY_METRICS_PORT: portNumber.optional(),
  PARLEY_METRICS_HOST: listenHost.default('127.0.0.1'),
  PARLEY_METRICS_TOKEN: z
    .string()
    .regex(
      /^[A-Za-z0-9._~+/=-]{16,}$/,
      'must have at least 16 letters, digits and characters of "._~+/=-"; `openssl rand -hex 32` makes a good one',
    )
    .optional(),
}

export const metricsSettings = (values: z.output<z.ZodObject<typeof metricsVariables>>): MetricsSettings => ({
  port: values.PARLEY_METRICS_PORT ?? null,
  host: values.PARLEY_METRICS_HOST,
  token: values.PARLEY_METRICS_TOKEN ?? null,
})
