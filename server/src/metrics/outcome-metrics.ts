import type { Registry } from 'prom-client'
import { type Outcome, subscribeToOutcomes } from '../telemetry/outcome.ts'
import type { PromClient } from './prom-client.ts'

/** All values of each label. Every combination starts at zero, because a counter that appears with 1 hasn't increased for Prometheus. */
type LabelValues = Record<string, readonly string[]>

const sources = ['smtp', 'imap', 'api']

/** Counts results until the returned function is called. */
export function measureOutcomes({ Counter }: PromClient, register: Registry): () => void {
  const counter = (name: string, help: string, labels: LabelValues = {}) => {
    const created = new Counter({ name, help, labelNames: Object.keys(labels), registers: [register] })
    for (const combination of combinationsOf(labels)) created.inc(combination, 0)
    return created
  }
  const events = counter('parley_events_recorded_total', 'Events recorded in the spine')
  const received = counter(
    'parley_mail_received_total',
    'Emails stored in the ledger by source: smtp, imap or api',
    {
      source: sources,
    },
  )
  const notAccepted = counter(
    'parley_mail_not_accepted_total',
    'Responses of the SMTP receiver that refused something for good or asked the sender to try again later (deferred)',
    { result: ['refused', 'deferred'] },
  )
  const processed = counter(
    'parley_mail_processed_total',
    'Emails by source and new state in the ledger: threaded, quarantined, ignored or erased',
    { source: sources, result: ['threaded', 'quarantined', 'ignored', 'erased'] },
  )
  const sendAttempts = counter(
    'parley_mail_send_attempts_total',
    'Attempts to send an email by result: sent, retried later or failed for good; mail is reply or notification',
    { mail: ['reply', 'notification'], result: ['sent', 'retried', 'failed'] },
  )
  const webhookAttempts = counter(
    'parley_webhook_attempts_total',
    'Attempts to deliver an event to a webhook by result: delivered, retried later or failed for good',
    { result: ['delivered', 'retried', 'failed'] },
  )
  const replicaReads = counter(
    'parley_database_replica_reads_total',
    'Reads of reports and search by result: by the replica, by the primary because the replica is behind or unreachable, or repeated on the primary after the replica failed',
    { result: ['replica', 'primary', 'repeated'] },
  )
  const frames = counter('parley_socket_frames_sent_total', 'Frames pushed to browsers')

  const count: { [K in Outcome['kind']]: (outcome: Extract<Outcome, { kind: K }>) => void } = {
    events_recorded: (outcome) => events.inc(outcome.count),
    mail_received: ({ source }) => received.inc({ source }),
    mail_not_accepted: ({ result }) => notAccepted.inc({ result }),
    mail_processed: ({ source, result }) => processed.inc({ source, result }),
    mail_send_attempt: ({ mail, result }) => sendAttempts.inc({ mail, result }),
    webhook_attempt: ({ result }) => webhookAttempts.inc({ result }),
    socket_frame_sent: () => frames.inc(),
    replica_read: ({ result }) => replicaReads.inc({ result }),
  }
  return subscribeToOutcomes((outcome) => {
    const increment = count[outcome.kind] as (outcome: Outcome) => void // of this kind
    increment(outcome)
  })
}

const combinationsOf = (labels: LabelValues): Record<string, string>[] =>
  Object.entries(labels).reduce<Record<string, string>[]>(
    (combinations, [name, values]) =>
      combinations.flatMap((combination) => values.map((value) => ({ ...combination, [name]: value }))),
    [{}],
  )
