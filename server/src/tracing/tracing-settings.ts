import { z } from 'zod'

const protocols = ['http/protobuf', 'http/json'] as const
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/**
 * How traces are exported. The exporter reads the other standard variables itself, such as OTEL_EXPORTER_OTLP_HEADERS, and so does the
 * resource: OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES.
 */
export type TracingSettings = {
  protocol: (typeof protocols)[number]
  sampler: (typeof samplers)[number]
  /** Of new traces, from 0 to 1, for the samplers with a ratio. */
  ratio: number
}

const endpoint = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be the URL of an OpenTelemetry collector, such as http://127.0.0.1:4318',
  )
  .optional()
const protocol = z.enum(protocols, { error: `must be one of ${protocols.join(', ')}` }).optional()

/** The variables that OpenTelemetry defines: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol,
  OTEL_SDK_DISABLED: z.string().toLowerCase().optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], { error: 'must be otlp or none' }).default('otlp'),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, { error: `must be one of ${samplers.join(', ')}` })
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .refine((text) => Number(text) >= 0 && Number(text) <= 1, 'must be a number from 0 to 1, such as 0.1')
    .transform(Number)
    .default(1),
}

type Values = z.output<z.ZodObject<typeof tracingVariables>>

/** Null without an endpoint. */
export function tracingSettings(values: Values): TracingSettings | null {
  const isOn = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!isOn || values.OTEL_SDK_DISABLED === 'true' || values.OTEL_TRACES_EXPORTER === 'none') return null
  return {
    protocol:
      values.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? values.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf',
    sampler: values.OTEL_TRACES_SAMPLER,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  }
}
