import { runBackfills } from './backfills/run-backfills.ts'
import type { BackupSettings } from './backup/backup-settings.ts'
import { scheduledBackups } from './backup/scheduled-backups.ts'
import { dataJobs, dataTasks } from './data-jobs.ts'
import { engines } from './engines.ts'
import { markInactiveOffline } from './features/agents/mark-inactive-offline.ts'
import { sendPasswordReset } from './features/auth/password-link.ts'
import { purgeExpired } from './features/auth/purge-expired.ts'
import { pruneRuns } from './features/automations/log/prune-runs.ts'
import { wakeConversation } from './features/conversations/wake-conversation.ts'
import { purgeDrafts } from './features/drafts/draft-versions.ts'
import { type ProcessingDeps, processDelivery } from './features/email/filing/process-delivery.ts'
import { recheckSender } from './features/email/filing/recheck-sender.ts'
import { removeRawMail } from './features/email/ledger/erase-delivery.ts'
import { purgeTrash } from './features/email/ledger/purge-trash.ts'
import { requeueUnprocessed } from './features/email/ledger/requeue-unread.ts'
import { startOutbox } from './features/email/sending/outbox.ts'
import { checkSending } from './features/inboxes/check-sending.ts'
import { removeUnusedUploads } from './features/media/remove-unused-uploads.ts'
import { sendDueHeld } from './features/messages/held/send-held.ts'
import { sendDueScheduled } from './features/messages/scheduled/send-scheduled.ts'
import { purgeNotifications } from './features/notifications/centre/purge-notifications.ts'
import { checkForRelease } from './features/settings/version-check.ts'
import { evaluateAlerts } from './features/system/alerts/evaluate-alerts.ts'
import { checkAndStore } from './features/system/doctor/store-results.ts'
import { takeSample } from './features/system/history/take-sample.ts'
import { deliverSystemMail } from './features/system-mail/deliver-system-mail.ts'
import { dispatchJob, webhookConsumerName } from './features/webhooks/delivery/enqueue-deliveries.ts'
import { purgeDeliveries } from './features/webhooks/delivery/purge-deliveries.ts'
import { startWebhooks } from './features/webhooks/delivery/start-webhooks.ts'
import { removeLeftovers } from './files/file-store.ts'
import type { Foundation } from './foundation.ts'
import type { NetworkAccess } from './http/outbound/fetch-outbound.ts'
import { type CronTask, toCronItems, toCronJobs } from './jobs/cron-tasks.ts'
import { startPeriodicTasks } from './jobs/periodic-tasks.ts'
import { type Jobs, startQueue } from './jobs/queue.ts'
import { createSmtpPools, sendingTimeouts } from './mail-servers/send-smtp.ts'
import { reindexAllStale } from './search-index/reindex-stale.ts'
import { startFileTexts } from './search-index/start-file-texts.ts'
import { runConsumer } from './spine/consumer.ts'
import { consumerGauges } from './spine/consumer-gauges.ts'
import { consumerLagPart } from './spine/consumer-lag.ts'
import { ensureEventPartitions } from './spine/event-partitions.ts'
import { within } from './startup/stop-plan.ts'
import { requeueLostSystemMails } from './system-mail/queue-system-mail.ts'

type WorkerOptions = { version: string; backups: BackupSettings; webhook_reach: NetworkAccess }

/** The worker role: jobs by name and periodic tasks, one line each. */
export async function startWorkers(
  foundation: Foundation & { push_network: NetworkAccess },
  readingDeps: ProcessingDeps,
  { version, backups: backupSettings, webhook_reach: webhook_network }: WorkerOptions,
): Promise<{ stop(): Promise<void> }> {
  const { act, system, db, clock, log, files } = foundation
  const outbox = await startOutbox({
    ...foundation,
    pools: createSmtpPools({ ...sendingTimeouts, ehlo: foundation.ehlo }),
  })
  const runningEngines = engines(foundation)
  const backups = scheduledBackups(backupSettings, { ...foundation, leases: foundation.node.leases })
  const dispatcher = startWebhooks({ ...foundation, version, network: webhook_network })
  const cronTasks = [
    ...housekeepingTasks(foundation, webhook_network),
    ...dataTasks(foundation),
    ...backups.tasks,
  ]
  const jobs: Jobs = {
    ...toCronJobs(foundation.node.leases, cronTasks),
    send_message: ({ id }) => outbox.send(Number(id)),
    release_send: ({ id }) => act(system, (tx) => sendDueHeld(tx, Number(id))),
    send_scheduled_reply: ({ id }) => act(system, (tx) => sendDueScheduled(tx, Number(id))),
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
    ...dataJobs(foundation),
    ...backups.jobs,
    wake_conversation: ({ id }) => act(system, (tx) => wakeConversation(tx, Number(id))),
    ...Object.assign({}, ...runningEngines.map((engine) => engine.jobs)),
  }
  const queue = await startQueue(
    { pool: foundation.queuePool, leases: foundation.node.leases, log },
    jobs,
    toCronItems(cronTasks),
  ).catch(async (error) => {
    // The start is retried, with new ones.
    await Promise.all([outbox.stop(), dispatcher.stop(), backups.stop()])
    throw error
  })
  const consumerNames = runningEngines.flatMap((engine) => engine.consumers.map(({ name }) => name))
  consumerNames.push(webhookConsumerName)
  foundation.readiness.register(consumerLagPart(db, consumerNames))
  foundation.gauges.register(consumerGauges(db, clock, consumerNames))
  const stopConsumers = runningEngines.flatMap((engine) =>
    engine.consumers.map((reader) => runConsumer(foundation, reader)),
  )
  const housekeeping = startHousekeeping(foundation)
  return {
    async stop() {
      // At the same time, because a long job must not keep the others from being told to stop.
      const stopping = Promise.all([
        ...stopConsumers.map((stop) => stop()),
        ...[housekeeping.stop(), backups.stop(), queue.stop()],
      ])
      // Running jobs still hand replies to the outbox.
      await within(1_000, () => stopping)
      await Promise.all([stopping, outbox.stop(), dispatcher.stop()])
    },
  }
}

/** What is done at certain times, whether or not anything happens in the workspace. */
function housekeepingTasks(foundation: Foundation, webhook_network: NetworkAccess): CronTask[] {
  const { act, system, db, clock, files } = foundation
  return [
    {
      name: 'requeue system mail',
      schedule: '* * * * *',
      run: () => act(system, requeueLostSystemMails),
    },
    // Queries once a day; a new URL soon after it is set.
    {
      name: 'check for a new release',
      schedule: '* * * * *',
      run: () => checkForRelease(foundation, foundation.update_url, webhook_network),
    },
    { name: 'evaluate alerts', schedule: '* * * * *', run: () => evaluateAlerts(foundation) },
    { name: 'sample sizes', schedule: '0 * * * *', run: () => takeSample(foundation) },
    { name: 'check the installation', schedule: '20 3 * * *', run: () => checkAndStore(foundation) },
    {
      name: 'remove unused uploads',
      schedule: '5 * * * *',
      run: () => removeUnusedUploads(db, files.media, clock.now()),
    },
    { name: 'remove leftover files', schedule: '10 * * * *', run: () => removeLeftovers(files) },
    { name: 'requeue unread mail', schedule: '15 * * * *', run: () => act(system, requeueUnprocessed) },
    { name: 'purge rule runs', schedule: '25 * * * *', run: () => pruneRuns(db, clock.now()) },
    { name: 'purge webhook deliveries', schedule: '35 * * * *', run: () => purgeDeliveries(db, clock.now()) },
    { name: 'purge ended drafts', schedule: '40 * * * *', run: () => purgeDrafts(db, clock.now()) },
    {
      name: 'empty the trash',
      schedule: '40 * * * *',
      run: () => purgeTrash(foundation, clock.now()),
    },
    { name: 'purge expired records', schedule: '45 * * * *', run: () => purgeExpired(db, clock.now()) },
    { name: 'purge notifications', schedule: '50 * * * *', run: () => purgeNotifications(db, clock.now()) },
    {
      name: 'prepare event partitions',
      schedule: '55 2 * * *',
      run: () => ensureEventPartitions(db, clock.now()),
    },
  ]
}

function startHousekeeping(foundation: Foundation): { stop(): Promise<void> } {
  const { act, system, db, log, node } = foundation
  const fileTexts = startFileTexts(foundation)
  const periodicTasks = startPeriodicTasks(node.leases, log, [
    { name: 'mark inactive agents offline', every_ms: 30_000, run: () => act(system, markInactiveOffline) },
    {
      name: 'reindex changed conversations',
      every_ms: 5_000,
      run: () => reindexAllStale(db, { ms: 4_000, batch: 100 }),
    },
    { name: 'run backfills', every_ms: 5_000, run: () => runBackfills(foundation, { ms: 4_000 }) },
    fileTexts.task,
  ])
  return {
    async stop() {
      await fileTexts.stop()
      await periodicTasks.stop()
    },
  }
}
