import type { Attributes, SpanKind } from '@opentelemetry/api'
import type { Operation, OperationDetails } from '../telemetry/operation.ts'

type Kind = OperationDetails['kind']
type DetailsOf<K extends Kind> = Extract<OperationDetails, { kind: K }>

/** An operation as a span, in OpenTelemetry's semantic conventions (https://opentelemetry.io/docs/specs/semconv). */
export type SpanDescription<K extends Kind> = {
  kind: keyof typeof SpanKind
  /** Whether it is worth a trace of its own; if not, it is recorded only inside of another operation. */
  starts_trace: boolean
  name(details: DetailsOf<K>): string
  /** Read at the end, when all details are known. */
  attributes(details: DetailsOf<K>): Attributes
}

export const spanDescriptions: { [K in Exclude<Kind, 'socket'>]: SpanDescription<K> } = {
  request: {
    kind: 'SERVER',
    starts_trace: true,
    name: ({ method, route }) => (route ? `${method} ${route}` : method),
    attributes: ({ method, route, status }) => ({
      'http.request.method': method,
      ...(route && { 'http.route': route }),
      ...(status && { 'http.response.status_code': status }),
    }),
  },
  transaction: { kind: 'INTERNAL', starts_trace: false, name: () => 'transaction', attributes: () => ({}) },
  query: {
    kind: 'CLIENT',
    starts_trace: false,
    name: ({ text }) => summarise(text),
    attributes: ({ text }) => ({
      'db.system.name': 'postgresql',
      'db.query.text': withoutLiterals(text),
      'db.query.summary': summarise(text),
    }),
  },
  job: {
    kind: 'CONSUMER',
    starts_trace: true,
    name: ({ task }) => `job ${task}`,
    attributes: ({ task, attempt }) => ({ 'parley.job': task, 'parley.job.attempt': attempt }),
  },
  consumer_batch: {
    kind: 'CONSUMER',
    starts_trace: true,
    name: ({ consumer }) => `consumer ${consumer}`,
    attributes: ({ events }) => ({ 'messaging.batch.message_count': events }),
  },
  mail_processing: {
    kind: 'CONSUMER',
    starts_trace: true,
    name: () => 'process mail',
    attributes: ({ source }) => ({ 'parley.mail.source': source }),
  },
  mail_sending: {
    kind: 'CLIENT',
    starts_trace: true,
    name: ({ mail }) => `send ${mail}`,
    attributes: () => ({}),
  },
  webhook_attempt: {
    kind: 'INTERNAL',
    starts_trace: true,
    name: () => 'deliver webhook',
    attributes: () => ({}),
  },
  outgoing_request: {
    kind: 'CLIENT',
    starts_trace: true,
    name: ({ method }) => method,
    // No path and no query: addresses of webhooks contain secrets.
    attributes: ({ method, host, status }) => ({
      'http.request.method': method,
      'server.address': host,
      ...(status && { 'http.response.status_code': status }),
    }),
  },
  sandbox_task: {
    kind: 'INTERNAL',
    starts_trace: false,
    name: ({ task }) => `sandbox ${task}`,
    attributes: () => ({}),
  },
}

/** Requests that would only hide the others. */
const unwantedRoutes = new Set(['/health', '/health/ready', '/metrics', '/assets/*'])

export function isTraced({ details, trace }: Operation): boolean {
  if (details.kind === 'socket') return false
  if (details.kind === 'request') return !unwantedRoutes.has(details.route ?? '')
  return trace !== undefined || spanDescriptions[details.kind].starts_trace
}

/** Ids that its log lines have as well, such as `parley.delivery_id`. */
export const idAttributes = ({ log_fields }: Operation): Attributes =>
  Object.fromEntries(
    Object.entries(log_fields).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[`parley.${name}`, value]] : [],
    ),
  )

/** A code or class. Never a message, which can contain addresses or values. */
export function errorType(error: Error & { code?: unknown }): string {
  return typeof error.code === 'string' ? error.code : error.name
}

/** Values are bound as parameters; literals are constants of ours, but whoever writes one by mistake must not publish it. */
const withoutLiterals = (text: string) => text.replace(/'(?:[^']|'')*'/g, '?').trim()

/** Such as "select conversations". */
function summarise(text: string): string {
  const [, first = 'query'] = /^\s*(?:\/\*.*?\*\/\s*)?([a-z]+)/i.exec(text) ?? []
  // `with` begins with a part that changes rows, if there is one.
  const [keyword = first] = /^with$/i.test(first)
    ? (/\b(?:select|insert|update|delete)\b/i.exec(text) ?? [])
    : []
  const [, table = ''] = /\b(?:from|into|update)\s+"?([a-z_.]+)/i.exec(text) ?? []
  return `${keyword.toLowerCase()} ${table}`.trim()
}
