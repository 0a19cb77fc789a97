import { systemClock } from './clock.ts'
import { databaseHealth } from './db/database-health.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { createDb, createPool } from './db/pool.ts'
import { transactor } from './db/transaction.ts'
import type { Env } from './env.ts'
import { mailboxesPart, outgoingMailPart } from './features/email/mail-readiness.ts'
import { ehloName } from './features/email/sending/ehlo-name.ts'
import { updateReceivingAddresses } from './features/inboxes/receiving-address.ts'
import { watchDiskSpace } from './files/disk-space.ts'
import { createLocalFileStore } from './files/file-store.ts'
import { createWorkspaceIfMissing } from './first-start.ts'
import { getSystemActor } from './identity/system-actor.ts'
import { queueHealth } from './jobs/queue-health.ts'
import { createLog } from './log.ts'
import { createReadiness } from './readiness.ts'
import { loadSecrets } from './secrets.ts'
import { readEpoch } from './spine/epoch.ts'
import { startEventNotifier } from './spine/event-notifier.ts'
import { ensureEventPartitions } from './spine/event-partitions.ts'

export type Foundation = Awaited<ReturnType<typeof createFoundation>>

/** What every role needs: database, workspace, clock, keys and files. */
export async function createFoundation(env: Env) {
  const log = createLog(env.log_level)
  const clock = systemClock
  const embedded = env.database_url ? null : await startEmbeddedPostgres({ data_dir: env.data_dir, log })
  const connectionString = env.database_url ?? embedded?.connection_string ?? ''
  await migrate(connectionString)

  const pool = createPool(connectionString)
  const db = createDb(pool)
  await ensureEventPartitions(db, clock.now())
  await updateReceivingAddresses(db, env.mail_host)
  const wake = await startEventNotifier(pool, connectionString, log)
  const database = databaseHealth(pool, embedded)
  const disk = watchDiskSpace(env.data_dir)
  const readiness = createReadiness(clock)
  readiness.register(database)
  readiness.register({ name: 'disk', check: disk.verdict })
  readiness.register(queueHealth(pool))
  readiness.register(mailboxesPart(db))
  readiness.register(outgoingMailPart(db))
  const act = transactor(db, clock, wake.announce, database.noteError)
  const secrets = await loadSecrets(env.data_dir, env.secret_key)
  await createWorkspaceIfMissing(db, act, env, secrets)
  const system = await getSystemActor(db)

  return {
    log,
    clock,
    pool,
    db,
    wake,
    act,
    system,
    connectionString,
    secrets,
    files: {
      media: createLocalFileStore(env.data_dir, 'media', disk.assertRoom),
      mail: createLocalFileStore(env.data_dir, 'mail', disk.assertRoom),
    },
    disk,
    readiness,
    root_url: env.root_url,
    mail_host: env.mail_host,
    ehlo: ehloName(env),
    sign_in_url: env.sign_in_url,
    update_url: env.update_url,
    epoch: await readEpoch(db),
    async stop() {
      readiness.stop()
      await wake.stop()
      await db.destroy()
      await embedded?.stop()
    },
  }
}
