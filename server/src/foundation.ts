import type pg from 'pg'
import { backfillFinisher } from './backfills/finish-backfill.ts'
import { type Clock, systemClock } from './clock.ts'
import { databaseHealth } from './db/database-health.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { createDb, createPool, type Db } from './db/pool.ts'
import { poolGauges } from './db/pool-gauges.ts'
import { noPooler, probePooler } from './db/pooler.ts'
import { openReplica, type Replica, replicaGauges } from './db/replica.ts'
import { transactor } from './db/transaction.ts'
import type { Env } from './env.ts'
import { mailGauges } from './features/email/mail-gauges.ts'
import { mailboxesPart, outgoingMailPart } from './features/email/mail-readiness.ts'
import { ehloName } from './features/email/sending/ehlo-name.ts'
import { updateReceivingAddresses } from './features/inboxes/receiving-address.ts'
import { alertsPart } from './features/system/alerts/list-alerts.ts'
import { systemGauges } from './features/system/system-gauges.ts'
import { webhookGauges } from './features/webhooks/webhook-gauges.ts'
import { diskGauges } from './files/disk-gauges.ts'
import { watchDiskSpace } from './files/disk-space.ts'
import { openFileStores } from './files/open-file-stores.ts'
import { createWorkspaceIfMissing } from './first-start.ts'
import { getSystemActor } from './identity/system-actor.ts'
import { queueGauges } from './jobs/queue-gauges.ts'
import { queueHealth } from './jobs/queue-health.ts'
import { createLog, type Log } from './log.ts'
import { createGaugeSources } from './metrics/gauge-sources.ts'
import { type Node, startNode } from './nodes/node.ts'
import { pausedCopyPart, readPausedCopy } from './paused-copy.ts'
import { createReadiness, type Registry } from './readiness.ts'
import { loadSecrets } from './secrets.ts'
import { createSystemResolver } from './sender-auth/dns-resolver.ts'
import { readEpoch } from './spine/epoch.ts'
import { type EventNotifier, startEventNotifier } from './spine/event-notifier.ts'
import { ensureEventPartitions } from './spine/event-partitions.ts'
import { raiseSpineOffset } from './spine/spine-offset.ts'
import { within } from './startup/stop-plan.ts'
import { prepareUpgrade } from './upgrade/prepare-upgrade.ts'
import { readVersion } from './version.ts'

export type Foundation = Awaited<ReturnType<typeof createFoundation>>

/** Connections of a process for its own work, and behind a pooler those for its job queue. */
const poolSize = 12
const queuePoolSize = 4
/** To release leases and close connections when the server stops. */
const closingMs = 1_000

/** What every role needs: database, workspace, clock, keys and files. */
export async function createFoundation(env: Env) {
  const log = createLog(env.log_level)
  const clock = systemClock
  const { embedded, directUrl, pool, queuePool, db } = await openDatabase(env, log)
  await ensureEventPartitions(db, clock.now())
  await raiseSpineOffset(db)
  await updateReceivingAddresses(db, env.mail_host)
  const wake = await startEventNotifier(pool, directUrl, log)
  const secrets = await loadSecrets(env.data_dir, env.secret_key)
  const node = await startNode({
    ...{ connectionString: directUrl, log, roles: env.roles, version: await readVersion() },
    ...{ is_only_node: embedded !== null, key_ids: secrets.each.map(({ key_id }) => key_id) },
  })
  const database = databaseHealth(pool, embedded)
  const disk = watchDiskSpace(env.data_dir)
  const readiness = createReadiness(clock)
  readiness.register(database)
  readiness.register({ name: 'disk', check: disk.verdict })
  const { media, mail, ...fileStorage } = await openFileStores(env, { disk, readiness })
  readiness.register(queueHealth(pool))
  const replica = env.database_replica_url ? openReplica(env.database_replica_url, pool, log) : null
  if (replica) readiness.register(replica.part)
  await registerWorkspaceParts(readiness, db, systemClock)
  const gauges = createGaugeSources([
    ...[poolGauges(listPools(pool, queuePool, replica)), replicaGauges(replica)],
    ...[diskGauges(env.data_dir), ...workspaceGauges(db, clock, env)],
  ])
  const act = transactor(db, clock, wake.announce, database.noteError)
  await createWorkspaceIfMissing(db, act, env, secrets)
  const system = await getSystemActor(db)

  return {
    log,
    clock,
    queuePool,
    db,
    replica,
    wake,
    node,
    act,
    system,
    secrets,
    files: { media, mail },
    disk,
    readiness,
    gauges,
    root_url: env.root_url,
    mail_host: env.mail_host,
    ehlo: ehloName(env),
    sign_in_url: env.sign_in_url,
    update_url: env.update_url,
    installation: env,
    resolve: createSystemResolver(),
    epoch: await readEpoch(db),
    async stop() {
      readiness.stop()
      await within(closingMs, () => closeConnections({ node, wake, replica, pool, queuePool, db }))
      fileStorage.stop()
      await embedded?.stop()
    },
  }
}

/** Pools wait for queries of jobs that go on. PostgreSQL, which cuts them off, must be told to stop all the same. */
async function closeConnections({
  node,
  wake,
  replica,
  pool,
  queuePool,
  db,
}: {
  node: Node
  wake: EventNotifier
  replica: Replica | null
  pool: pg.Pool
  queuePool: pg.Pool
  db: Db
}): Promise<void> {
  await node.stop()
  await wake.stop()
  await replica?.stop()
  if (queuePool !== pool) await queuePool.end()
  await db.destroy()
}

const listPools = (main: pg.Pool, queue: pg.Pool, replica: Replica | null) => ({
  main,
  ...(queue !== main && { queue }),
  ...(replica && { replica: replica.pool }),
})

const workspaceGauges = (db: Db, clock: Clock, { backups }: Env) => [
  queueGauges(db, clock),
  mailGauges(db, clock),
  webhookGauges(db),
  systemGauges(db, clock, backups),
]

/** The health of what all nodes share. */
async function registerWorkspaceParts(readiness: Registry, db: Db, clock: Clock): Promise<void> {
  if (await readPausedCopy(db)) readiness.register(pausedCopyPart(db))
  readiness.register(mailboxesPart(db, clock))
  readiness.register(outgoingMailPart(db))
  readiness.register(alertsPart(db))
}

/** Starts the embedded database if there is no other, and migrates it. */
async function openDatabase(env: Env, log: Log) {
  const embedded = env.database_url ? null : await startEmbeddedPostgres({ data_dir: env.data_dir, log })
  const connectionString = env.database_url ?? embedded?.connection_string ?? ''
  const directUrl = env.database_direct_url ?? connectionString
  await prepareUpgrade(env, { connection_string: directUrl, log, now: systemClock.now() })
  await migrate(directUrl, {
    onWait: (line) => log.warn(line),
    // With an external database, other nodes may be running, and their work goes first.
    finishBackfill: embedded ? backfillFinisher(directUrl, { clock: systemClock }) : undefined,
  })

  const pooler = env.database_url ? await probePooler(env.database_url) : noPooler
  const pool = createPool(connectionString, poolSize, { pooler })
  const queuePool = pooler.shares_sessions ? createPool(directUrl, queuePoolSize) : pool
  const db = createDb(pool)
  return { embedded, directUrl, pool, queuePool, db }
}
