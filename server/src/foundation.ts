import { mkdir } from 'node:fs/promises'
import { systemClock } from './clock.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { createDb, createPool } from './db/pool.ts'
import { transactor } from './db/transact.ts'
import type { Env } from './env.ts'
import { localStore } from './files/store.ts'
import { firstStart, readSystemActor } from './first-start.ts'
import { createLog } from './log.ts'
import { loadSecrets } from './secrets.ts'
import { readEpoch } from './spine/epoch.ts'
import { prepareEventPartitions } from './spine/partitions.ts'
import { startWake } from './spine/wake.ts'

export type Foundation = Awaited<ReturnType<typeof layFoundation>>

/** What every role stands on: database, workspace, clock, keys and files. */
export async function layFoundation(env: Env) {
  const log = createLog(env.log_level)
  const clock = systemClock
  await mkdir(env.data_dir, { recursive: true })
  const embedded = env.database_url ? null : await startEmbeddedPostgres({ data_dir: env.data_dir, log })
  const connectionString = env.database_url ?? embedded?.connection_string ?? ''
  await migrate(connectionString)

  const pool = createPool(connectionString)
  const db = createDb(pool)
  await prepareEventPartitions(db, clock.now())
  const wake = await startWake(pool, connectionString, log)
  const act = transactor(db, clock, wake.announce)
  /** The first administrator, when this start made the workspace. */
  const admin = await firstStart(db, act, env)
  const system = await readSystemActor(db)

  return {
    log,
    clock,
    pool,
    db,
    wake,
    act,
    admin,
    system,
    connectionString,
    secrets: await loadSecrets(env.data_dir, env.secret_key),
    files: { media: localStore(env.data_dir, 'media'), mail: localStore(env.data_dir, 'mail') },
    root_url: env.root_url,
    update_url: env.update_url,
    epoch: await readEpoch(db),
    /** Settles with the reason if the embedded database ends by itself; never for a database elsewhere. */
    databaseEnded: embedded?.ended ?? new Promise<string>(() => {}),
    async stop() {
      await wake.stop()
      await db.destroy()
      await embedded?.stop()
    },
  }
}
