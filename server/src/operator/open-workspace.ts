import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Actor } from '../actor.ts'
import { operatorActor } from '../actor.ts'
import { systemClock } from '../clock.ts'
import { DataFolderInUse } from '../db/data-folder-lock.ts'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { readAccess } from '../db/embedded-access.ts'
import { role } from '../db/embedded-cluster.ts'
import { schemaState } from '../db/migrate.ts'
import { createDb, createPool } from '../db/pool.ts'
import { type Act, transactor } from '../db/transact.ts'
import type { Env } from '../env.ts'
import { findSystemActor } from '../first-start.ts'
import { prepareEventPartitions } from '../spine/partitions.ts'
import { checkDatabase } from '../startup/check-database.ts'

export type OpenWorkspace = { act: Act; operator: Actor; close(): Promise<void> }

const silent = { debug() {}, info() {}, warn() {} }

/** Opens the workspace's database, whether the server runs or not. Throws a sentence when there is none, or it cannot be reached. */
export async function openWorkspace(env: Pick<Env, 'data_dir' | 'database_url'>): Promise<OpenWorkspace> {
  const database = await reachDatabase(env)
  const db = createDb(createPool(database.connection_string, 2))
  const close = async () => {
    await db.destroy()
    await database.stop()
  }
  try {
    await checkSchema(database.connection_string)
    const system = await findSystemActor(db)
    if (!system) throw noWorkspace()
    await prepareEventPartitions(db, systemClock.now())
    return {
      // A running server looks for new events every second.
      act: transactor(db, systemClock, () => {}),
      operator: operatorActor(system.id),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

type Database = { connection_string: string; stop(): Promise<void> }

async function reachDatabase({ data_dir, database_url }: Pick<Env, 'data_dir' | 'database_url'>) {
  if (database_url !== undefined) {
    await checkDatabase(database_url)
    return { connection_string: database_url, async stop() {} }
  }
  // Otherwise an empty database would be made here.
  if (!existsSync(join(data_dir, 'postgres')))
    throw new Error(
      `There is no workspace in ${data_dir}. Set PARLEY_DATA_DIR or DATABASE_URL as for the server, or start it first: npm start`,
    )
  mustOwn(join(data_dir, 'postgres.json'))
  try {
    return await startEmbeddedPostgres({ data_dir, log: silent })
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    return reachRunning(data_dir)
  }
}

/** Files that the command writes must stay readable for the server. */
function mustOwn(path: string) {
  const found = statSync(path, { throwIfNoEntry: false })
  const uid = process.geteuid?.()
  if (found && uid !== undefined && found.uid !== uid)
    throw new Error(
      `${path} belongs to the user with the id ${found.uid}, whom the server runs as. Run this command as that user`,
    )
}

/** The embedded database of a server that runs; one that is just starting or restarting its database gets half a minute. */
async function reachRunning(data_dir: string): Promise<Database> {
  for (const end = Date.now() + 30_000; ; await wait(200)) {
    const access = readAccess(join(data_dir, 'postgres.json'))
    const connection_string = `postgres://${role}:${access?.password}@127.0.0.1:${access?.port}/${role}`
    const client = new pg.Client({ connectionString: connection_string, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return { connection_string, async stop() {} }
    } catch (error) {
      if (Date.now() > end)
        throw new Error(
          `Parley is running on ${data_dir}, but its database cannot be reached from here (${(error as Error).message}). ` +
            'Run this command on the machine, or in the container, that Parley runs in',
        )
    } finally {
      await client.end().catch(() => {})
    }
  }
}

async function checkSchema(connection_string: string): Promise<void> {
  const state = await schemaState(connection_string)
  if (state === 'none') throw noWorkspace()
  if (state === 'behind')
    throw new Error('This version of Parley has not run on the database yet. Start it once, then try again')
}

const noWorkspace = () =>
  new Error('There is no workspace in this database yet. Start Parley first: npm start')
