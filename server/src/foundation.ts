import { systemClock } from './clock.ts'
import { databasePart } from './db/database-part.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { createDb, createPool } from './db/pool.ts'
import { transactor } from './db/transact.ts'
import type { Env } from './env.ts'
import { ehloName } from './features/email/ehlo-name.ts'
import { mailboxesPart, outgoingMailPart } from './features/email/mail-parts.ts'
import { updateReceivingAddresses } from './features/inboxes/receiving-address.ts'
import { watchDiskSpace } from './files/disk-space.ts'
import { localStore } from './files/store.ts'
import { firstStart, readSystemActor } from './first-start.ts'
import { queuePart } from './jobs/queue-part.ts'
import { createLog } from './log.ts'
import { createReadiness } from './readiness.ts'
import { loadSecrets } from './secrets.ts'
import { readEpoch } from './spine/epoch.ts'
import { prepareEventPartitions } from './spine/partitions.ts'
import { startWake } from './spine/wake.ts'

export type Foundation = Awaited<ReturnType<typeof layFoundation>>

/** What every role stands on: database, workspace, clock, keys and files. */
export async function layFoundation(env: Env) {
  const log = createLog(env.log_level)
  const clock = systemClock
  const embedded = env.database_url ? null : await startEmbeddedPostgres({ data_dir: env.data_dir, log })
  const connectionString = env.database_url ?? embedded?.connection_string ?? ''
  await migrate(connectionString)

  const pool = createPool(connectionString)
  const db = createDb(pool)
  await prepareEventPartitions(db, clock.now())
  await updateReceivingAddresses(db, env.mail_host)
  const wake = await startWake(pool, connectionString, log)
  const database = databasePart(pool, embedded)
  const disk = watchDiskSpace(env.data_dir)
  const readiness = createReadiness(clock)
  readiness.register(database)
  readiness.register({ name: 'disk', check: disk.verdict })
  readiness.register(queuePart(pool))
  readiness.register(mailboxesPart(db))
  readiness.register(outgoingMailPart(db))
  const act = transactor(db, clock, wake.announce, database.note)
  const secrets = await loadSecrets(env.data_dir, env.secret_key)
  await firstStart(db, act, env, secrets)
  const system = await readSystemActor(db)

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
      media: localStore(env.data_dir, 'media', disk.assertRoom),
      mail: localStore(env.data_dir, 'mail', disk.assertRoom),
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
