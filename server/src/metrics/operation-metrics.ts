import type { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type Operation, type OperationDetails, subscribeToOperations } from '../telemetry/operation.ts'
import { requestBuckets } from '../telemetry/request-buckets.ts'
import { transientKind } from '../transient-error.ts'
import type { PromClient } from './prom-client.ts'

type Kind = OperationDetails['kind']
type DetailsOf<K extends Kind> = Extract<OperationDetails, { kind: K }>

// Upper bounds in seconds.
const queryBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]
const workBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300]

const outcomeOf = ({ error }: Operation) => (error ? 'failure' : 'success')

/** How an operation becomes a histogram of its duration. Label values are few: patterns and names, never ids, addresses or paths. */
type DurationMetric<K extends Kind> = {
  name: string
  help: string
  buckets: number[]
  labelNames: string[]
  labels(details: DetailsOf<K>, operation: Operation): Record<string, string>
}

const durations: { [K in Exclude<Kind, 'socket'>]: DurationMetric<K> } = {
  request: {
    name: 'parley_http_request_duration_seconds',
    help: 'Duration of HTTP requests by method, route pattern and status; 499 if the client closed the connection early',
    buckets: [...requestBuckets],
    labelNames: ['method', 'route', 'status'],
    labels: ({ method, route, status }) => ({ method, route: route ?? 'unmatched', status: String(status) }),
  },
  query: {
    name: 'parley_database_query_duration_seconds',
    help: 'Duration of SQL statements by first keyword',
    buckets: queryBuckets,
    labelNames: ['statement'],
    labels: ({ text }) => ({ statement: keywordOf(text) }),
  },
  transaction: {
    name: 'parley_database_transaction_duration_seconds',
    help: 'Duration of transactions that can write; a failure is rolled back',
    buckets: queryBuckets,
    labelNames: ['outcome'],
    labels: (_, operation) => ({ outcome: outcomeOf(operation) }),
  },
  job: {
    name: 'parley_job_duration_seconds',
    help: 'Duration of jobs by task; a failed job is retried',
    buckets: workBuckets,
    labelNames: ['task', 'outcome'],
    labels: ({ task }, operation) => ({ task, outcome: outcomeOf(operation) }),
  },
  consumer_batch: {
    name: 'parley_consumer_batch_duration_seconds',
    help: 'Duration of batches of events by consumer; a failed batch is retried',
    buckets: workBuckets,
    labelNames: ['consumer', 'outcome'],
    labels: ({ consumer }, operation) => ({ consumer, outcome: outcomeOf(operation) }),
  },
  mail_processing: {
    name: 'parley_mail_processing_duration_seconds',
    help: 'Duration of parsing, verifying and filing an email; source is smtp, imap or api',
    buckets: workBuckets,
    labelNames: ['source'],
    labels: ({ source }) => ({ source }),
  },
  mail_sending: {
    name: 'parley_mail_sending_duration_seconds',
    help: 'Duration of attempts to send an email, whatever came of it; mail is reply or notification',
    buckets: workBuckets,
    labelNames: ['mail'],
    labels: ({ mail }) => ({ mail }),
  },
  webhook_attempt: {
    name: 'parley_webhook_attempt_duration_seconds',
    help: 'Duration of attempts to deliver an event to a webhook',
    buckets: workBuckets,
    labelNames: [],
    labels: () => ({}),
  },
  outgoing_request: {
    name: 'parley_outgoing_request_duration_seconds',
    help: 'Duration of HTTP requests to other servers by class of status; none if there was no response',
    buckets: workBuckets,
    labelNames: ['status'],
    labels: ({ status }) => ({ status: status ? `${Math.floor(status / 100)}xx` : 'none' }),
  },
  sandbox_task: {
    name: 'parley_sandbox_task_duration_seconds',
    help: 'Duration of sandboxed tasks, which decode untrusted files',
    buckets: workBuckets,
    labelNames: ['task', 'outcome'],
    labels: ({ task }, operation) => ({ task, outcome: outcomeOf(operation) }),
  },
}

/** Measures operations until the returned function is called. */
export function measureOperations({ Counter, Gauge, Histogram }: PromClient, register: Registry): () => void {
  const histograms = new Map<Kind, Histogram>()
  const registers = [register]
  for (const [kind, { name, help, buckets, labelNames }] of Object.entries(durations))
    histograms.set(kind as Kind, new Histogram({ name, help, buckets, labelNames, registers })) // the table's keys
  const inProgress: Partial<Record<Kind, Gauge>> = {
    request: new Gauge({
      name: 'parley_http_requests_in_flight',
      help: 'HTTP requests being answered',
      registers,
    }),
    job: new Gauge({ name: 'parley_jobs_running', help: 'Jobs being run by this node', registers }),
  }
  const counters = createCounters(Counter, registers)
  return subscribeToOperations({
    onStart: ({ details }) => inProgress[details.kind]?.inc(),
    onEnd(operation) {
      const { details } = operation
      inProgress[details.kind]?.dec()
      if (details.kind === 'socket') return
      const { labels } = durations[details.kind] as DurationMetric<Kind> // of this kind
      const seconds = (performance.now() - operation.started_at) / 1000
      histograms.get(details.kind)?.observe(labels(details, operation), seconds)
      countDetails(operation, counters)
    },
  })
}

type Counters = ReturnType<typeof createCounters>

const createCounters = (CounterClass: typeof Counter, registers: Registry[]) => ({
  queryErrors: new CounterClass({
    name: 'parley_database_query_errors_total',
    help: 'SQL statements that failed by kind; constraint is a violated constraint, other a permanent error',
    labelNames: ['kind'],
    registers,
  }),
  jobsGivenUp: new CounterClass({
    name: 'parley_jobs_given_up_total',
    help: 'Jobs that failed for the last time, by task',
    labelNames: ['task'],
    registers,
  }),
  consumedEvents: new CounterClass({
    name: 'parley_consumer_events_total',
    help: 'Events handled by consumer',
    labelNames: ['consumer'],
    registers,
  }),
})

function countDetails({ details, error }: Operation, counters: Counters): void {
  if (details.kind === 'query' && error) counters.queryErrors.inc({ kind: errorKind(error) })
  if (details.kind === 'job' && error && details.attempt >= details.max_attempts)
    counters.jobsGivenUp.inc({ task: details.task })
  if (details.kind === 'consumer_batch' && !error)
    counters.consumedEvents.inc({ consumer: details.consumer }, details.events)
}

const errorKind = (error: Error & { code?: unknown }): string =>
  transientKind(error) ?? (String(error.code).startsWith('23') ? 'constraint' : 'other')

const keywords = new Set([
  'select',
  'insert',
  'update',
  'delete',
  'with',
  'begin',
  'start',
  'commit',
  'rollback',
])

function keywordOf(text: string): string {
  const keyword = /^\s*(?:\/\*.*?\*\/\s*)?([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? ''
  return keywords.has(keyword) ? keyword : 'other'
}
