import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { partialPath } from '../backup/archive/write-archive.ts'
import { countMissing, createBackup } from '../backup/create-backup.ts'
import type { Progress } from '../backup/progress.ts'
import type { Env } from '../env.ts'
import { type FileStores, openFileStores } from '../files/open-file-stores.ts'
import { formatBytes, formatCount } from '../format-amounts.ts'
import type { Log } from '../log.ts'
import { loadSecrets } from '../secrets.ts'
import { transientKind } from '../transient-error.ts'
import { readVersion } from '../version.ts'

/** The backup of an embedded workspace before it is upgraded. */

export type UpgradeBackupOptions = {
  connection_string: string
  /** The number of the newest applied migration. */
  schema: string
  now: Date
  log: Pick<Log, 'info' | 'warn'>
  progress: Progress
}

const keptSchemas = 3
const fileName = /^before-upgrade-(\d{4})-(.+)\.tar$/

export const upgradeBackupFolder = (data_dir: string): string => join(data_dir, 'backups')

/**
 * Writes `<data folder>/backups/before-upgrade-<schema>-<time>.tar` and removes all but those of the newest three
 * schemas. Returns its path.
 * @throws an error that says what to do; nothing is left behind then
 */
export async function makeUpgradeBackup(env: Env, options: UpgradeBackupOptions): Promise<string> {
  const { schema, now, log } = options
  const folder = upgradeBackupFolder(env.data_dir)
  const time = now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  const path = join(folder, `before-upgrade-${schema}-${time}.tar`)
  const files = await openFileStores(env)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeUnfinished(folder)
    const room = await measureRoom(env, options.connection_string, files)
    if (!room.fits)
      throw new Error(
        `it needs about ${formatBytes(room.needed)}, and the disk has ${formatBytes(room.free)} free`,
      )
    log.info({ path, expected_bytes: room.needed }, 'backing up the workspace before the upgrade')
    await writeBackup(env, options, files, path)
    await removeOld(folder)
    return path
  } catch (error) {
    await rm(partialPath(path), { force: true }).catch(() => {})
    throw new Error(
      `Parley backs up the workspace to ${folder} before it upgrades it, and that failed: ${explain(error as Error)}. Nothing was changed. ` +
        'Free some space or remove the cause, or upgrade without this backup: PARLEY_SKIP_UPGRADE_BACKUP=1',
      { cause: error },
    )
  } finally {
    files.stop()
  }
}

async function writeBackup(
  env: Env,
  { connection_string, now, log, progress }: UpgradeBackupOptions,
  files: FileStores,
  path: string,
) {
  const { key_id } = await loadSecrets(env.data_dir, env.secret_key)
  const header = { created_at: now.toISOString(), version: await readVersion(), key_id, sealed_key: null }
  const startedAt = performance.now()
  const summary = await createBackup({ connection_string, files, header }, path, progress)
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  const { bytes, rows, files: file_count, missing_files, damaged_files } = summary
  if (countMissing(summary) > 0)
    log.warn(
      { missing_files: missing_files.slice(0, 10), damaged_files: damaged_files.slice(0, 10) },
      `the file storage lacks ${formatCount(countMissing(summary), 'file')} or has only damaged copies, and so does the backup`,
    )
  log.info({ path, bytes, rows, files: file_count, seconds }, 'backed up the workspace before the upgrade')
}

/** In bytes. */
export type Room = { needed: number; free: number; fits: boolean }

/** Whether the backup fits on the disk of the data folder. Compressed rows of the sample workspace take a tenth of their tables; half is for others. */
export async function measureRoom(
  { data_dir }: Pick<Env, 'data_dir'>,
  connection_string: string,
  files: Pick<FileStores, 'media' | 'mail'>,
): Promise<Room> {
  let needed = (await readTableBytes(connection_string)) / 2
  for (const store of [files.media, files.mail]) for await (const { size } of store.list()) needed += size
  const { bavail, bsize } = await statfs(data_dir)
  return { needed, free: bavail * bsize, fits: bavail * bsize > needed * 1.1 }
}

async function readTableBytes(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ bytes: string }>(
      `select coalesce(sum(pg_table_size(oid)), 0)::text as bytes from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    return Number(rows[0]?.bytes)
  } finally {
    await client.end()
  }
}

/** Of a start that was killed. A new one is as of now, so it can't be continued. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith('.part') && fileName.test(name.slice(0, -'.part'.length))) await rm(join(folder, name))
}

/**
 * Keeps the newest of each of three schemas. A start that fails after the first of two migrations is repeated again and again, and its
 * backups must not replace the one from before the upgrade.
 */
async function removeOld(folder: string): Promise<void> {
  const backups = (await readdir(folder)).flatMap((name) => {
    const [, schema, time] = fileName.exec(name) ?? []
    return schema && time ? [{ name, schema, time }] : []
  })
  const newestFirst = backups.sort((a, b) => (a.time < b.time ? 1 : -1))
  const kept = new Map<string, string>()
  for (const { schema, name } of newestFirst)
    if (kept.size < keptSchemas && !kept.has(schema)) kept.set(schema, name)
  for (const { schema, name } of newestFirst) if (kept.get(schema) !== name) await rm(join(folder, name))
}

function explain(error: Error): string {
  return transientKind(error) === 'disk_full' ? 'the disk is full' : error.message
}
