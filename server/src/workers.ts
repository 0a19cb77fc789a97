import { engines } from './engines.ts'
import { markInactiveOffline } from './features/agents/mark-inactive-offline.ts'
import { sendPasswordReset } from './features/auth/password-link.ts'
import { purgeExpired } from './features/auth/purge-expired.ts'
import { pruneRuns } from './features/automations/log/prune-runs.ts'
import { wakeConversation } from './features/conversations/wake-conversation.ts'
import { type ProcessingDeps, processDelivery } from './features/email/filing/process-delivery.ts'
import { recheckSender } from './features/email/filing/recheck-sender.ts'
import { removeRawMail } from './features/email/ledger/erase-delivery.ts'
import { requeueUnprocessed } from './features/email/ledger/requeue-unread.ts'
import { startOutbox } from './features/email/sending/outbox.ts'
import { createSmtpPools, sendingTimeouts } from './features/email/sending/send-smtp.ts'
import { checkSending } from './features/inboxes/check-sending.ts'
import { removeUnusedUploads } from './features/media/remove-unused-uploads.ts'
import { sendDueHeld } from './features/messages/held/send-held.ts'
import { backfillIndex } from './features/search/index/backfill-index.ts'
import { checkForRelease } from './features/settings/version-check.ts'
import { deliverSystemMail } from './features/system-mail/deliver-system-mail.ts'
import { requeueLostSystemMails } from './features/system-mail/queue-system-mail.ts'
import { dispatchJob } from './features/webhooks/delivery/enqueue-deliveries.ts'
import { purgeDeliveries } from './features/webhooks/delivery/purge-deliveries.ts'
import { startWebhooks } from './features/webhooks/delivery/start-webhooks.ts'
import type { Foundation } from './foundation.ts'
import type { NetworkAccess } from './http/outbound/fetch-outbound.ts'
import { startPeriodicTasks } from './jobs/periodic-tasks.ts'
import { type Jobs, startQueue } from './jobs/queue.ts'
import { runConsumer } from './spine/consumer.ts'
import { consumerLagPart } from './spine/consumer-lag.ts'
import { ensureEventPartitions } from './spine/event-partitions.ts'

/** The worker role: jobs by name and periodic tasks, one line each. */
export async function startWorkers(
  foundation: Foundation,
  readingDeps: ProcessingDeps,
  { version, webhook_reach: webhook_network }: { version: string; webhook_reach: NetworkAccess },
): Promise<{ stop(): Promise<void> }> {
  const { act, system, db, clock, log, files } = foundation
  const outbox = await startOutbox({
    ...foundation,
    pools: createSmtpPools({ ...sendingTimeouts, ehlo: foundation.ehlo }),
  })
  const runningEngines = engines(foundation)
  const dispatcher = startWebhooks({ ...foundation, version, network: webhook_network })
  const jobs: Jobs = {
    send_message: ({ id }) => outbox.send(Number(id)),
    release_send: ({ id }) => act(system, (tx) => sendDueHeld(tx, Number(id))),
    read_delivery: ({ id }) => processDelivery(readingDeps, Number(id)),
    remove_raw_mail: ({ hash }) => removeRawMail(db, files.mail, Buffer.from(String(hash), 'hex')),
    verify_sender: ({ id, attempt }) => recheckSender(readingDeps, Number(id), Number(attempt)),
    check_sending: ({ inbox_id, attempt }) =>
      checkSending(foundation, {
        inbox_id: inbox_id === null ? null : Number(inbox_id),
        attempt: Number(attempt),
      }),
    send_system_mail: ({ id }) => deliverSystemMail(foundation, Number(id)),
    send_password_reset: ({ email }) => act(system, (tx) => sendPasswordReset(tx, String(email))),
    [dispatchJob]: () => dispatcher.dispatch(),
    wake_conversation: ({ id }) => act(system, (tx) => wakeConversation(tx, Number(id))),
    ...Object.assign({}, ...runningEngines.map((engine) => engine.jobs)),
  }
  const queue = await startQueue(foundation.pool, jobs, log)
  const consumerNames = runningEngines.flatMap((engine) => engine.consumers.map(({ name }) => name))
  foundation.readiness.register(consumerLagPart(db, consumerNames))
  const stopConsumers = runningEngines.flatMap((engine) =>
    engine.consumers.map((reader) => runConsumer(foundation, reader)),
  )
  const hour = 3_600_000
  const periodicTasks = startPeriodicTasks(db, log, [
    { name: 'mark inactive agents offline', every_ms: 30_000, run: () => act(system, markInactiveOffline) },
    {
      name: 'remove unused uploads',
      every_ms: hour,
      run: () => removeUnusedUploads(db, files.media, clock.now()),
    },
    {
      name: 'requeue system mail',
      every_ms: 60_000,
      run: () => act(system, requeueLostSystemMails),
    },
    { name: 'requeue unread mail', every_ms: hour, run: () => act(system, requeueUnprocessed) },
    {
      name: 'index older mail for search',
      every_ms: 5_000,
      run: () => backfillIndex(db, { ms: 4_000, batch: 100 }),
    },
    {
      name: 'prepare event partitions',
      every_ms: 24 * hour,
      run: () => ensureEventPartitions(db, clock.now()),
    },
    { name: 'purge rule runs', every_ms: hour, run: () => pruneRuns(db, clock.now()) },
    { name: 'purge webhook deliveries', every_ms: hour, run: () => purgeDeliveries(db, clock.now()) },
    // Queries once a day; a new URL soon after it is set.
    {
      name: 'check for a new release',
      every_ms: 60_000,
      at_start: true,
      run: () => checkForRelease(foundation, foundation.update_url, webhook_network),
    },
    { name: 'purge expired records', every_ms: hour, run: () => purgeExpired(db, clock.now()) },
  ])
  return {
    async stop() {
      await Promise.all(stopConsumers.map((stop) => stop()))
      await periodicTasks.stop()
      await queue.stop()
      await outbox.stop()
      await dispatcher.stop()
    },
  }
}
