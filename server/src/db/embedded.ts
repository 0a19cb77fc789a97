import { existsSync, realpathSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { newPassword, readAccess, writeAccess } from './embedded-access.ts'
import { accountFor, own, type Way } from './embedded-account.ts'
import { majorVersion, nativeFolder } from './embedded-binaries.ts'
import { checkVersion, createCluster, resetPassword, role } from './embedded-cluster.ts'
import { type Log, launch } from './embedded-launch.ts'
import { stopOrphan } from './embedded-orphan.ts'

export type EmbeddedPostgres = {
  connection_string: string
  /** Resolves with PostgreSQL's last words if it ends without stop(). */
  ended: Promise<string>
  /** Fast shutdown: open transactions are rolled back, everything committed is on disk when it resolves. */
  stop(): Promise<void>
}

/**
 * Starts the real PostgreSQL that npm installed, with its data in `<data_dir>/postgres`, on a loopback port that
 * stays the same while it is free. Throws a sentence for people when this machine, this user or this data cannot.
 * Killing this process at any moment loses nothing: the next start stops what was left and recovers.
 */
export async function startEmbeddedPostgres(options: {
  data_dir: string
  log: Log
  /** How root hands over to another user, in order; tests name one. */
  ways?: readonly Way[]
}): Promise<EmbeddedPostgres> {
  const { log } = options
  const data_dir = resolve(options.data_dir)
  const cluster = join(data_dir, 'postgres')
  const access_file = join(data_dir, 'postgres.json')
  const native = nativeFolder()
  const major = majorVersion(native)

  // Root's successor must be able to pass through; what else lies here keeps its own, closed modes.
  await mkdir(data_dir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const known = readAccess(access_file)
  if (existsSync(cluster)) {
    checkVersion(cluster, major)
    const orphan = await stopOrphan(realpathSync(cluster), known?.owner_pid)
    if (orphan === 'stopped') log.info('Stopped the PostgreSQL that an earlier Parley had left running')
  }

  const account = await accountFor(native, cluster, options.ways)
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
  const running = await launch({ account, place, wanted_port: access.port, remember, log })
  const connectionString = (database: string) =>
    `postgres://${role}:${access.password}@127.0.0.1:${running.port}/${database}`
  await createDatabase(connectionString('postgres'))
  log.info(`PostgreSQL ${major} listens on 127.0.0.1:${running.port} as ${account.name}`)
  return { connection_string: connectionString(role), ended: running.ended, stop: running.stop }
}

async function createDatabase(connection_string: string) {
  const client = new pg.Client(connection_string)
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [role])
  if (rowCount === 0) await client.query(`create database ${role}`)
  await client.end()
}
