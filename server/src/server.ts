import { mkdir } from 'node:fs/promises'
import { buildApp } from './app.ts'
import { systemClock } from './clock.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { createDb, createPool } from './db/pool.ts'
import { transactor } from './db/transact.ts'
import type { Env } from './env.ts'
import { setSilentOffline } from './features/agents/offline.ts'
import { forgetWhatIsOver } from './features/auth/forget.ts'
import { wakeDue } from './features/conversations/wake.ts'
import { readDelivery } from './features/email/read-delivery.ts'
import { startOutbox } from './features/email/send-outbox.ts'
import { sendingTimeouts, smtpPools } from './features/email/send-smtp.ts'
import { startReceiving } from './features/email/start.ts'
import { tokenKeys } from './features/email/token-keys.ts'
import { removeUnusedUploads } from './features/media/remove-unused.ts'
import { localStore } from './files/store.ts'
import { type FirstAdmin, findSystemActor, firstStart } from './first-start.ts'
import { startPeriodic } from './jobs/periodic.ts'
import { type Jobs, startQueue } from './jobs/queue.ts'
import { createLog } from './log.ts'
import { startMailParser } from './mail-parser/parser.ts'
import { startHub } from './realtime/hub.ts'
import { loadSecrets } from './secrets.ts'
import { readEpoch } from './spine/epoch.ts'
import { startWake } from './spine/wake.ts'

export type Server = { address: string; stop(): Promise<void> }

/** Starts everything that the roles ask for: database, workspace, jobs, web. Stops it in the opposite order. */
export async function startServer(
  env: Env,
  { version, demo }: { version: string; demo: boolean },
): Promise<Server> {
  const log = createLog(env.log_level)
  const clock = systemClock
  await mkdir(env.data_dir, { recursive: true })
  const embedded = env.database_url ? null : await startEmbeddedPostgres({ data_dir: env.data_dir, log })
  const connectionString = env.database_url ?? embedded?.connection_string ?? ''
  await migrate(connectionString)

  const pool = createPool(connectionString)
  const db = createDb(pool)
  const wake = await startWake(pool, connectionString, log)
  const act = transactor(db, clock, wake.announce)
  const admin = await firstStart(db, act, env)
  const system = await findSystemActor(db)
  if (!system) throw new Error('The workspace has no System agent. Restore the database from a backup')

  const secrets = await loadSecrets(env.data_dir, env.secret_key)
  const files = { media: localStore(env.data_dir, 'media'), mail: localStore(env.data_dir, 'mail') }
  const parser = startMailParser()
  const reading = { db, act, system, log, files, parser, keys: tokenKeys(secrets) }
  const { root_url } = env
  const pools = smtpPools(sendingTimeouts)
  const outbox = env.roles.has('worker')
    ? await startOutbox({ db, act, system, clock, log, secrets, files, root_url, pools })
    : null

  const jobs: Jobs = {
    send_message: async ({ id }) => outbox?.send(Number(id)),
    wake_conversation: ({ id }) => act(system, (tx) => wakeDue(tx, Number(id))),
    read_delivery: ({ id }) => readDelivery(reading, Number(id)),
  }
  // Loaded when asked for: nobody's real server carries the sample's stories in memory.
  const stage = demo
    ? await (await import('./demo/start.ts')).startDemo({ ...reading, announce: wake.announce }, env)
    : null
  const queue = env.roles.has('worker') ? await startQueue(pool, jobs, log) : null

  const chores = env.roles.has('worker')
    ? startPeriodic(db, log, [
        { name: 'set silent agents offline', every_ms: 30_000, run: () => act(system, setSilentOffline) },
        {
          name: 'remove unused uploads',
          every_ms: 3_600_000,
          run: () => removeUnusedUploads(db, files.media, clock.now()),
        },
        { name: 'forget what is over', every_ms: 3_600_000, run: () => forgetWhatIsOver(db, clock.now()) },
      ])
    : null

  const hub = await startHub(db, wake, log, env.root_url)
  const app = await buildApp({
    db,
    act,
    clock,
    log,
    hub,
    secrets,
    files,
    root_url,
    version,
    epoch: await readEpoch(db),
  })
  const receiving = env.roles.has('mail')
    ? await startReceiving({ db, act, clock, system, log, files, secrets, wake, connectionString, env })
    : null
  if (env.roles.has('web')) await app.listen({ port: env.port, host: env.host })
  console.log([`Parley is ready at ${env.root_url}`, ...(stage?.welcome ?? signInLines(admin))].join('\n'))

  return {
    address: env.root_url,
    async stop() {
      await receiving?.stop()
      await hub.stop()
      await app.close()
      await chores?.stop()
      await queue?.stop()
      await stage?.stop()
      await parser.stop()
      await outbox?.stop()
      await wake.stop()
      await db.destroy()
      await embedded?.stop()
    },
  }
}

function signInLines(admin: FirstAdmin | null): string[] {
  if (!admin) return []
  const password = admin.generated
    ? [`with the password ${admin.password} (shown only now; change it after signing in)`]
    : []
  return [`Sign in as ${admin.email}`, ...password]
}
