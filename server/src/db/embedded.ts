import { existsSync, realpathSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { acquireClusterLock, lockDataFolder } from './data-folder-lock.ts'
import { newPassword, readAccess, writeAccess } from './embedded/access-file.ts'
import { getNativeFolder, majorVersion } from './embedded/binaries.ts'
import { assertClusterVersion, createCluster, parleyRole, resetPassword } from './embedded/cluster.ts'
import { type Log, launch } from './embedded/launch.ts'
import { killOrphanedBackends, ownerAccount } from './embedded/orphaned-backends.ts'
import { removeStalePid, stopOrphanedServer, stopVisibleServer } from './embedded/orphaned-server.ts'
import { chooseAccount, chownToAccount, type RunAsStrategy } from './embedded/process-account.ts'
import { type ServerStatus, supervise } from './embedded/supervisor.ts'
import type { FileLock } from './file-lock.ts'

export type EmbeddedPostgres = {
  connection_string: string
  /** The server is restarted automatically if it ends without stop(). */
  status(): ServerStatus
  /** Fast shutdown: rolls back open transactions; everything committed is on disk when it resolves. */
  stop(): Promise<void>
}

type Options = {
  data_dir: string
  log: Log
  /** How root switches to another user, in order of preference; tests pass a single strategy. */
  strategies?: readonly RunAsStrategy[]
}

/** Idle backends of a killed postmaster exit within this time. */
const orphanExitMs = 1_000

/**
 * Starts the PostgreSQL that npm installed, with its data in `<data_dir>/postgres`, on a loopback port that is reused while it is
 * free. Throws a readable error when the machine, the user or the data does not allow it, and DataFolderInUse when another process
 * runs it. Killing this process at any moment loses nothing: the next start stops leftover processes and recovers.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const data_dir = resolve(options.data_dir)
  await mkdir(data_dir, { recursive: true, mode: 0o700 })
  const locks = [await lockDataFolder(data_dir, (line) => options.log.warn(line))]
  const release = () => {
    for (const lock of locks) lock.release()
  }
  try {
    const server = await startLocked({ ...options, data_dir }, locks)
    return { ...server, stop: () => server.stop().finally(release) }
  } catch (error) {
    release()
    throw explainFullDisk(error as Error, data_dir)
  }
}

/** PostgreSQL and the system bury this message in other output. */
function explainFullDisk(error: Error, data_dir: string): Error {
  if (!/no space left on device|disk quota exceeded/i.test(error.message)) return error
  return new Error(
    `PARLEY_DATA_DIR is ${data_dir}, but its disk is full. Free some space, or set PARLEY_DATA_DIR to another folder.`,
    { cause: error },
  )
}

async function startLocked(
  { data_dir, log, strategies }: Options,
  locks: FileLock[],
): Promise<EmbeddedPostgres> {
  const cluster = join(data_dir, 'postgres')
  const access_file = join(data_dir, 'postgres.json')
  const native = getNativeFolder()
  const major = majorVersion(native)

  const stored = readAccess(access_file)
  if (existsSync(cluster)) {
    assertClusterVersion(cluster, major)
    const leftover = await stopVisibleServer(realpathSync(cluster), stored?.owner_pid)
    if (leftover === 'stopped') log.info('Stopped the PostgreSQL server that an earlier Parley left running')
  }
  const cluster_lock = await acquireClusterLock(data_dir, orphanExitMs).catch(async () => {
    if (existsSync(cluster)) {
      const path = realpathSync(cluster)
      await killOrphanedBackends(ownerAccount(native, path), path)
    }
    return acquireClusterLock(data_dir)
  })
  locks.push(cluster_lock)
  if (existsSync(cluster)) await removeStalePid(cluster)

  const account = { ...(await chooseAccount(native, cluster, strategies)), lock_fd: cluster_lock.fd }
  const cluster_path = existsSync(cluster) ? realpathSync(cluster) : join(realpathSync(data_dir), 'postgres')
  const access = stored ?? { port: 0, password: newPassword(), owner_pid: process.pid }
  if (!existsSync(join(cluster_path, 'PG_VERSION'))) {
    // Save the password first: an unsaved password would lock everyone out.
    await writeAccess(access_file, access)
    await createCluster(account, cluster_path, access.password)
  }
  await chownToAccount(account, cluster_path)
  // PostgreSQL requires this mode, and restoring a folder from a backup usually widens it.
  await chmod(cluster_path, 0o700)
  if (!stored) await resetPassword(account, cluster_path, access.password)

  const remember = (port: number) => writeAccess(access_file, { ...access, port, owner_pid: process.pid })
  const launchOptions = { account, place: cluster_path, remember, log }
  const running = await launch({ ...launchOptions, preferred_port: access.port })
  const restart = async () => {
    await killOrphanedBackends(account, cluster_path)
    await stopOrphanedServer(cluster_path, undefined)
    return launch({ ...launchOptions, preferred_port: running.port, require_port: true }, 0)
  }
  const connectionString = (database: string) =>
    `postgres://${parleyRole}:${access.password}@127.0.0.1:${running.port}/${database}`
  await createDatabase(connectionString('postgres'))
  log.info(`PostgreSQL ${major} listens on 127.0.0.1:${running.port} as ${account.name}`)
  return { connection_string: connectionString(parleyRole), ...supervise(running, restart, log) }
}

async function createDatabase(connection_string: string) {
  const client = new pg.Client(connection_string)
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [parleyRole])
  if (rowCount === 0) await client.query(`create database ${parleyRole}`)
  await client.end()
}
