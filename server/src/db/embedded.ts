import { existsSync, realpathSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { lockDataFolder, takeClusterLock } from './data-folder-lock.ts'
import { newPassword, readAccess, writeAccess } from './embedded-access.ts'
import { accountFor, own, type Way } from './embedded-account.ts'
import { majorVersion, nativeFolder } from './embedded-binaries.ts'
import { checkVersion, createCluster, resetPassword, role } from './embedded-cluster.ts'
import { type Log, launch } from './embedded-launch.ts'
import { endLeftovers } from './embedded-leftovers.ts'
import { removeStalePid, stopOrphan, stopVisibleServer } from './embedded-orphan.ts'
import { type ServerStatus, supervise } from './embedded-supervisor.ts'
import type { FileLock } from './file-lock.ts'

export type EmbeddedPostgres = {
  connection_string: string
  /** It is started again whenever it ends without stop(). */
  status(): ServerStatus
  /** Fast shutdown: open transactions are rolled back, everything committed is on disk when it resolves. */
  stop(): Promise<void>
}

type Options = {
  data_dir: string
  log: Log
  /** How root hands over to another user, in order; tests name one. */
  ways?: readonly Way[]
}

/**
 * Starts the real PostgreSQL that npm installed, with its data in `<data_dir>/postgres`, on a loopback port that
 * stays the same while it is free. Throws a sentence for people when this machine, this user or this data cannot, and DataFolderInUse
 * when another process runs it. Killing this process at any moment loses nothing: the next start stops what was left and recovers.
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

/** PostgreSQL and the system say it in the middle of much else. */
function explainFullDisk(error: Error, data_dir: string): Error {
  if (!/no space left on device|disk quota exceeded/i.test(error.message)) return error
  return new Error(
    `PARLEY_DATA_DIR is ${data_dir}, but its disk is full. Free some space, or set PARLEY_DATA_DIR to another folder.`,
    { cause: error },
  )
}

async function startLocked({ data_dir, log, ways }: Options, locks: FileLock[]): Promise<EmbeddedPostgres> {
  const cluster = join(data_dir, 'postgres')
  const access_file = join(data_dir, 'postgres.json')
  const native = nativeFolder()
  const major = majorVersion(native)

  const known = readAccess(access_file)
  if (existsSync(cluster)) {
    checkVersion(cluster, major)
    const orphan = await stopVisibleServer(realpathSync(cluster), known?.owner_pid)
    if (orphan === 'stopped') log.info('Stopped the PostgreSQL that an earlier Parley had left running')
  }
  const cluster_lock = await takeClusterLock(data_dir)
  locks.push(cluster_lock)
  if (existsSync(cluster)) await removeStalePid(cluster)

  const account = { ...(await accountFor(native, cluster, ways)), lock_fd: cluster_lock.fd }
  const place = existsSync(cluster) ? realpathSync(cluster) : join(realpathSync(data_dir), 'postgres')
  const access = known ?? { port: 0, password: newPassword(), owner_pid: process.pid }
  if (!existsSync(join(place, 'PG_VERSION'))) {
    // The password first: one that nobody wrote down would lock everybody out.
    await writeAccess(access_file, access)
    await createCluster(account, place, access.password)
  }
  await own(account, place)
  // PostgreSQL insists, and most ways of restoring a folder from a backup open it.
  await chmod(place, 0o700)
  if (!known) await resetPassword(account, place, access.password)

  const remember = (port: number) => writeAccess(access_file, { ...access, port, owner_pid: process.pid })
  const launching = { account, place, remember, log }
  const running = await launch({ ...launching, wanted_port: access.port })
  const restart = async () => {
    await endLeftovers(account, place)
    await stopOrphan(place, undefined)
    return launch({ ...launching, wanted_port: running.port, only_this_port: true }, 0)
  }
  const connectionString = (database: string) =>
    `postgres://${role}:${access.password}@127.0.0.1:${running.port}/${database}`
  await createDatabase(connectionString('postgres'))
  log.info(`PostgreSQL ${major} listens on 127.0.0.1:${running.port} as ${account.name}`)
  return { connection_string: connectionString(role), ...supervise(running, restart, log) }
}

async function createDatabase(connection_string: string) {
  const client = new pg.Client(connection_string)
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [role])
  if (rowCount === 0) await client.query(`create database ${role}`)
  await client.end()
}
