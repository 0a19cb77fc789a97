import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Actor } from '../actor.ts'
import { operatorActor } from '../actor.ts'
import { systemClock } from '../clock.ts'
import { DataFolderInUse } from '../db/data-folder-lock.ts'
import { readAccess } from '../db/embedded/access-file.ts'
import { parleyRole } from '../db/embedded/cluster.ts'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { readSchemaState } from '../db/migrate.ts'
import { createDb, createPool, type Db } from '../db/pool.ts'
import { type Act, transactor } from '../db/transaction.ts'
import type { Env } from '../env.ts'
import { findSystemActor } from '../identity/system-actor.ts'
import { ensureEventPartitions } from '../spine/event-partitions.ts'
import { raiseSpineOffset } from '../spine/spine-offset.ts'
import { checkDatabase } from '../startup/check-database.ts'

export type OpenWorkspace = {
  act: Act
  operator: Actor
  db: Db
  /** Of a connection with a session of its own. */
  connection_string: string
  close(): Promise<void>
}

const silent = { debug() {}, info() {}, warn() {} }

/** Opens the workspace's database, whether or not the server is running. Throws a readable error if there is none or it cannot be reached. */
export async function openWorkspace(
  env: Pick<Env, 'data_dir' | 'database_url' | 'database_direct_url'>,
): Promise<OpenWorkspace> {
  const database = await connectDatabase(env)
  const db = createDb(createPool(database.connection_string, 2))
  const close = async () => {
    await db.destroy()
    await database.stop()
  }
  try {
    await assertSchemaCurrent(database.connection_string)
    const system = await findSystemActor(db)
    if (!system) throw noWorkspaceError()
    await ensureEventPartitions(db, systemClock.now())
    await raiseSpineOffset(db)
    return {
      // A running server polls for new events every second.
      act: transactor(db, systemClock, () => {}),
      operator: operatorActor(system.id),
      db,
      connection_string: database.connection_string,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** For a restore: the database that the settings name, or a new embedded one. */
export async function openEmptyDatabase(
  env: Pick<Env, 'data_dir' | 'database_url' | 'database_direct_url'>,
): Promise<Database> {
  return env.database_url === undefined
    ? startEmbeddedPostgres({ data_dir: env.data_dir, log: silent })
    : connectDatabase(env)
}

type Database = { connection_string: string; stop(): Promise<void> }

/**
 * The database that the settings name. An embedded one is started, or if a server is running it, shared with that.
 * @throws DataFolderInUse in that case, if it is needed exclusively; a readable error if there is no database
 */
export async function connectDatabase(
  { data_dir, ...env }: Pick<Env, 'data_dir' | 'database_url' | 'database_direct_url'>,
  { exclusively = false } = {},
): Promise<Database> {
  const database_url = env.database_direct_url ?? env.database_url
  if (database_url !== undefined) {
    await checkDatabase(database_url, env.database_direct_url ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
    return { connection_string: database_url, async stop() {} }
  }
  // Otherwise an empty database would be created here.
  if (!existsSync(join(data_dir, 'postgres')))
    throw new Error(
      `There is no workspace in ${data_dir}. Set PARLEY_DATA_DIR or DATABASE_URL as for the server, or start it first: npm start`,
    )
  assertOwnFile(join(data_dir, 'postgres.json'))
  try {
    return await startEmbeddedPostgres({ data_dir, log: silent })
  } catch (error) {
    if (exclusively || !(error instanceof DataFolderInUse)) throw error
    return connectToRunningServer(data_dir)
  }
}

/** Files written by the command must stay readable for the server. */
function assertOwnFile(path: string) {
  const stats = statSync(path, { throwIfNoEntry: false })
  const uid = process.geteuid?.()
  if (stats && uid !== undefined && stats.uid !== uid)
    throw new Error(
      `${path} belongs to the user with the id ${stats.uid}, which the server runs as. Run this command as that user`,
    )
}

/** Connects to the embedded database of a running server. Waits up to half a minute for one that is starting or restarting its database. */
async function connectToRunningServer(data_dir: string): Promise<Database> {
  for (const deadline = Date.now() + 30_000; ; await wait(200)) {
    const access = readAccess(join(data_dir, 'postgres.json'))
    const connection_string = `postgres://${parleyRole}:${access?.password}@127.0.0.1:${access?.port}/${parleyRole}`
    const client = new pg.Client({ connectionString: connection_string, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return { connection_string, async stop() {} }
    } catch (error) {
      if (Date.now() > deadline)
        throw new Error(
          `Parley is running on ${data_dir}, but its database can’t be reached from here (${(error as Error).message}). ` +
            'Run this command on the machine, or in the container, that Parley runs in',
        )
    } finally {
      await client.end().catch(() => {})
    }
  }
}

async function assertSchemaCurrent(connection_string: string): Promise<void> {
  const state = await readSchemaState(connection_string)
  if (state === 'none') throw noWorkspaceError()
  if (state === 'behind')
    throw new Error(
      'This version of Parley hasn’t run on this database yet. Start it once, or run npm run upgrade, then try again',
    )
}

export const noWorkspaceError = (): Error =>
  new Error('There is no workspace in this database yet. Start Parley first: npm start')
