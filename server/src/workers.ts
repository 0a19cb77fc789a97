import { engines } from './engines.ts'
import { setSilentOffline } from './features/agents/offline.ts'
import { forgetWhatIsOver } from './features/auth/forget.ts'
import { sendPasswordReset } from './features/auth/password-link.ts'
import { forgetRuns } from './features/automations/forget.ts'
import { wakeDue } from './features/conversations/wake.ts'
import { removeRawMail } from './features/email/erase.ts'
import { type ReadingDeps, readDelivery } from './features/email/read-delivery.ts'
import { requeueUnread } from './features/email/requeue.ts'
import { startOutbox } from './features/email/send-outbox.ts'
import { sendingTimeouts, smtpPools } from './features/email/send-smtp.ts'
import { verifySender } from './features/email/verify-sender.ts'
import { checkSending } from './features/inboxes/check-sending.ts'
import { removeUnusedUploads } from './features/media/remove-unused.ts'
import { releaseDue } from './features/messages/release.ts'
import { indexOlder } from './features/search/index-older.ts'
import { checkForRelease } from './features/settings/release.ts'
import { deliverSystemMail } from './features/system-mail/deliver.ts'
import { requeueSystemMail } from './features/system-mail/queue.ts'
import { forgetDeliveries } from './features/webhooks/forget.ts'
import { courierJob } from './features/webhooks/reader.ts'
import { startWebhooks } from './features/webhooks/start.ts'
import type { Foundation } from './foundation.ts'
import type { Reach } from './http/outbound.ts'
import { startPeriodic } from './jobs/periodic.ts'
import { type Jobs, startQueue } from './jobs/queue.ts'
import { runConsumer } from './spine/consumer.ts'
import { consumersPart } from './spine/consumers-part.ts'
import { prepareEventPartitions } from './spine/partitions.ts'

/** The worker role: each job by name, each chore by its timetable, one line each. */
export async function startWorkers(
  base: Foundation,
  reading: ReadingDeps,
  { version, webhook_reach }: { version: string; webhook_reach: Reach },
): Promise<{ stop(): Promise<void> }> {
  const { act, system, db, clock, log, files } = base
  const outbox = await startOutbox({ ...base, pools: smtpPools({ ...sendingTimeouts, ehlo: base.ehlo }) })
  const acting = engines(base)
  const courier = startWebhooks({ ...base, version, reach: webhook_reach })
  const jobs: Jobs = {
    send_message: ({ id }) => outbox.send(Number(id)),
    release_send: ({ id }) => act(system, (tx) => releaseDue(tx, Number(id))),
    read_delivery: ({ id }) => readDelivery(reading, Number(id)),
    remove_raw_mail: ({ hash }) => removeRawMail(db, files.mail, Buffer.from(String(hash), 'hex')),
    verify_sender: ({ id, attempt }) => verifySender(reading, Number(id), Number(attempt)),
    check_sending: ({ inbox_id, attempt }) =>
      checkSending(base, {
        inbox_id: inbox_id === null ? null : Number(inbox_id),
        attempt: Number(attempt),
      }),
    send_system_mail: ({ id }) => deliverSystemMail(base, Number(id)),
    send_password_reset: ({ email }) => act(system, (tx) => sendPasswordReset(tx, String(email))),
    [courierJob]: () => courier.look(),
    wake_conversation: ({ id }) => act(system, (tx) => wakeDue(tx, Number(id))),
    ...Object.assign({}, ...acting.map((engine) => engine.jobs)),
  }
  const queue = await startQueue(base.pool, jobs, log)
  const names = acting.flatMap((engine) => engine.readers.map(({ name }) => name))
  base.readiness.register(consumersPart(db, names))
  const readers = acting.flatMap((engine) => engine.readers.map((reader) => runConsumer(base, reader)))
  const hour = 3_600_000
  const chores = startPeriodic(db, log, [
    { name: 'set silent agents offline', every_ms: 30_000, run: () => act(system, setSilentOffline) },
    {
      name: 'remove unused uploads',
      every_ms: hour,
      run: () => removeUnusedUploads(db, files.media, clock.now()),
    },
    { name: 'requeue mail of the workspace', every_ms: 60_000, run: () => act(system, requeueSystemMail) },
    { name: 'requeue unread mail', every_ms: hour, run: () => act(system, requeueUnread) },
    {
      name: 'index older mail for search',
      every_ms: 5_000,
      run: () => indexOlder(db, { ms: 4_000, batch: 100 }),
    },
    {
      name: 'prepare event partitions',
      every_ms: 24 * hour,
      run: () => prepareEventPartitions(db, clock.now()),
    },
    { name: 'forget runs of rules', every_ms: hour, run: () => forgetRuns(db, clock.now()) },
    { name: 'forget webhook deliveries', every_ms: hour, run: () => forgetDeliveries(db, clock.now()) },
    // It asks once a day; a new address is asked soon.
    {
      name: 'check for a release',
      every_ms: 60_000,
      at_start: true,
      run: () => checkForRelease(base, base.update_url, webhook_reach),
    },
    { name: 'forget what is over', every_ms: hour, run: () => forgetWhatIsOver(db, clock.now()) },
  ])
  return {
    async stop() {
      await Promise.all(readers.map((stop) => stop()))
      await chores.stop()
      await queue.stop()
      await outbox.stop()
      await courier.stop()
    },
  }
}
