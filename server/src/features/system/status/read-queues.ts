import type { SystemQueue, SystemStatus } from '@parley/contract/system/system-status'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/pool.ts'
import { readGauges } from '../../../db/read-gauges.ts'
import { queueGauges } from '../../../jobs/queue-gauges.ts'
import type { GaugeSource } from '../../../metrics/gauge-sources.ts'
import { consumerGauges } from '../../../spine/consumer-gauges.ts'
import { mailGauges } from '../../email/mail-gauges.ts'
import { webhookGauges } from '../../webhooks/webhook-gauges.ts'

type Gauges = Awaited<ReturnType<GaugeSource['read']>>

/** What waits: the same numbers as in the metrics. */
export async function readQueues(db: Db, clock: Clock): Promise<SystemQueue[]> {
  const [mail, webhooks, jobs] = await Promise.all([
    mailGauges(db, clock).read(),
    webhookGauges(db).read(),
    queueGauges(db, clock).read(),
  ])
  const gaugeValue = (gauges: Gauges, name: string, label?: string) =>
    gauges[name]?.find(({ labels }) => label === undefined || labels?.mail === label)?.value ?? 0
  const outgoing = (mailKind: string) => ({
    waiting: gaugeValue(mail, 'parley_mail_outgoing_waiting', mailKind),
    oldest_age_seconds: gaugeValue(mail, 'parley_mail_outgoing_oldest_waiting_age_seconds', mailKind),
  })
  const due = jobs.parley_job_queue_due ?? []
  const ages = jobs.parley_job_queue_oldest_due_age_seconds ?? []
  return [
    {
      name: 'incoming_mail',
      waiting: gaugeValue(mail, 'parley_mail_incoming_waiting'),
      oldest_age_seconds: gaugeValue(mail, 'parley_mail_incoming_oldest_waiting_age_seconds'),
    },
    { name: 'replies', ...outgoing('reply') },
    { name: 'notifications', ...outgoing('notification') },
    {
      name: 'webhooks',
      waiting: gaugeValue(webhooks, 'parley_webhook_deliveries_waiting'),
      oldest_age_seconds: null,
    },
    {
      name: 'jobs',
      waiting: due.reduce((total, { value }) => total + value, 0),
      oldest_age_seconds: Math.max(0, ...ages.map(({ value }) => value)),
    },
  ]
}

/** How far each consumer lags behind the events. */
export async function readConsumers(db: Db, clock: Clock): Promise<NonNullable<SystemStatus['consumers']>> {
  const rows = await readGauges(db, (trx) =>
    trx.selectFrom('event_consumers').select('name').orderBy('name').execute(),
  )
  const names = rows.map(({ name }) => name)
  const gauges = await consumerGauges(db, clock, names).read()
  const gaugeValue = (gauge: string, name: string) =>
    gauges[gauge]?.find(({ labels }) => labels?.consumer === name)?.value ?? 0
  return names.map((name) => ({
    name,
    waiting: gaugeValue('parley_consumer_lag_events', name),
    lag_seconds: gaugeValue('parley_consumer_lag_seconds', name),
  }))
}
