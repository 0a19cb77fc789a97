import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailGauges } from '../features/email/mail-gauges.ts'
import { webhookGauges } from '../features/webhooks/webhook-gauges.ts'
import { queueGauges } from '../jobs/queue-gauges.ts'
import { consumerGauges } from '../spine/consumer-gauges.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import type { GaugeSource } from './gauge-sources.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const secondsAgo = (seconds: number) => new Date(t.clock.now().getTime() - seconds * 1000)

/** Values by name and label values. */
async function read(source: GaugeSource) {
  const samples = await source.read()
  return Object.fromEntries(
    Object.entries(samples).flatMap(([name, values]) =>
      values.map(({ value, labels = {} }) => [[name, ...Object.values(labels)].join(' '), value]),
    ),
  )
}

test('due jobs are counted by task and across priorities, those of the future and running ones are not', async () => {
  await t.act(t.system, async (tx) => {
    await tx.enqueue('send_message', { id: 1 }, { run_at: secondsAgo(30) })
    await tx.enqueue('send_message', { id: 2 }, { run_at: secondsAgo(90), priority: 20 })
    await tx.enqueue('read_delivery', { id: 1 }, { run_at: secondsAgo(5), priority: 10 })
    await tx.enqueue('read_delivery', { id: 2 }, { run_at: secondsAgo(500), key: 'running' })
    await tx.enqueue('wake_conversation', { id: 1 }, { run_at: secondsAgo(-3600) })
  })
  await sql`update graphile_worker._private_jobs set locked_at = ${t.clock.now()}, locked_by = 'x' where key = 'running'`.execute(
    t.db,
  )
  expect(await read(queueGauges(t.db, t.clock))).toEqual({
    'parley_job_queue_due send_message': 2,
    'parley_job_queue_oldest_due_age_seconds send_message': 90,
    'parley_job_queue_due read_delivery': 1,
    'parley_job_queue_oldest_due_age_seconds read_delivery': 5,
  })
})

test('a consumer lags by the events after its position', async () => {
  const gauges = consumerGauges(t.db, t.clock, ['slow', 'current', 'new'])
  const record = (name: string) =>
    t.act(t.system, (tx) =>
      tx.record({ type: 'tag.created', object: { type: 'tag', id: 1 }, data: { name } }),
    )
  await record('first')
  const { rows } = await sql<{
    xid: string
    id: number
  }>`select xid::text, id from events order by id desc limit 1`.execute(t.db)
  const [first] = rows
  t.clock.advance(60_000)
  await record('second')
  t.clock.advance(20_000)
  await record('third')
  await sql`insert into event_consumers (name, xid, id, updated_at) values
    ('slow', ${first?.xid}::xid8, ${first?.id}, ${t.clock.now()}),
    ('current', pg_current_xact_id(), 0, ${t.clock.now()})`.execute(t.db)
  // Events wait for all transactions that are older, such as the database's own statistics.
  await expect
    .poll(() => read(gauges))
    .toEqual({
      'parley_consumer_lag_events slow': 2,
      'parley_consumer_lag_seconds slow': 20,
      'parley_consumer_lag_events current': 0,
      'parley_consumer_lag_seconds current': 0,
    })
})

test('mail that waits is counted with its age, without the first import of a mailbox', async () => {
  const { id: inbox_id } = await t.make.inbox()
  const delivery = (
    seconds: number,
    values: { state?: 'received' | 'quarantined'; historical?: boolean } = {},
  ) => ({
    received_at: secondsAgo(seconds),
    updated_at: secondsAgo(seconds),
    inbox_id,
    source: 'smtp' as const,
    raw_hash: Buffer.alloc(32, seconds),
    raw_size: 1,
    ...(values.state === 'quarantined' && { reason: 'a sample' }),
    ...values,
  })
  await t.db
    .insertInto('mail_deliveries')
    .values([
      delivery(900, { historical: true }),
      delivery(120),
      delivery(60),
      delivery(10, { state: 'quarantined' }),
    ])
    .execute()
  const { id } = await t.make.conversation()
  await t.db
    .updateTable('messages')
    .set({
      type: 'outgoing',
      status: 'pending',
      created_at: secondsAgo(45),
      next_attempt_at: secondsAgo(-600),
    })
    .where('conversation_id', '=', id)
    .execute()
  const gauges = mailGauges(t.db, t.clock)
  const before = await read(gauges)
  expect(before).toMatchObject({
    parley_mail_incoming_waiting: 3,
    parley_mail_incoming_oldest_waiting_age_seconds: 120,
    parley_mail_incoming_quarantined: 1,
    parley_mail_incoming_last_timestamp_seconds: secondsAgo(10).getTime() / 1000,
    'parley_mail_outgoing_waiting reply': 1,
    'parley_mail_outgoing_oldest_waiting_age_seconds reply': 45,
    'parley_mail_outgoing_waiting notification': 0,
  })
  // Nobody sends a reply of a conversation in the trash.
  await t.db
    .updateTable('conversations')
    .set({ deleted_at: t.clock.now(), trash_reason: 'deleted' })
    .where('id', '=', id)
    .execute()
  expect(await read(gauges)).toMatchObject({ 'parley_mail_outgoing_waiting reply': 0 })
})

test('webhooks are counted by state', async () => {
  const webhook = { name: 'x', url: 'https://example.com', events: ['message.created'], secret: 'x' }
  const rows = [
    { ...webhook, is_active: true },
    { ...webhook, is_active: true, failing_since: t.clock.now(), last_failure: 'no response' },
    { ...webhook, is_active: false },
  ]
  for (const row of rows)
    await t.db
      .insertInto('webhooks')
      .values({ ...row, created_at: t.clock.now(), updated_at: t.clock.now() })
      .execute()
  expect(await read(webhookGauges(t.db))).toEqual({
    'parley_webhooks ok': 1,
    'parley_webhooks failing': 1,
    'parley_webhooks inactive': 1,
    parley_webhook_deliveries_waiting: 0,
  })
})
