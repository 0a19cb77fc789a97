import { stat } from 'node:fs/promises'
import type { BackupRetention } from '@parley/contract/system/system-backups'
import pg from 'pg'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import { readPausedCopy } from '../paused-copy.ts'
import { canContinue, continueMs, readHeader } from './continue-backup.ts'
import { type BackupSource, type BackupSummary, countMissing, createBackup } from './create-backup.ts'
import { combineProgress, type Progress } from './progress.ts'
import { recordProgress } from './record-progress.ts'
import {
  findUnfinished,
  listManaged,
  recordFailure,
  recordFinish,
  recordRemoval,
  recordStart,
} from './recorded-backups.ts'
import { listExpired } from './retention.ts'
import { type BackupTarget, backupName } from './target/backup-target.ts'
import { verifyBackup } from './verify-backup.ts'

/** `not_removed`: why older ones could not be removed. */
export type ManagedBackup = BackupSummary & { name: string; removed: string[]; not_removed: string[] }

type Options = {
  db: Db
  clock: Clock
  source: Omit<BackupSource, 'header'> & { header: Omit<BackupSource['header'], 'created_at'> }
  /** As in the settings, and opened. */
  target: string
  place: BackupTarget
  retention: BackupRetention
}

/** An arbitrary constant: one backup of a workspace at a time. */
export const backupLock = 7_275_540

/**
 * Makes a backup in its place, checks all of it, and removes those that newer ones have replaced. What is made of it is
 * recorded in the workspace. Continues after an interruption.
 */
export async function backUpToTarget(options: Options, progress: Progress): Promise<ManagedBackup> {
  const { db, clock, source, target } = options
  if (await readPausedCopy(db))
    throw new Error(
      'This is a restored copy that isn’t live, so it leaves the backups of the original alone. Make it live first (npm run admin -- go-live), or name a file: npm run backup -- FILE',
    )
  return withLock(source.connection_string, async () => {
    const archive = await findArchive(options)
    const { name, created_at } = archive
    const id = await recordStart(db, { target, name, is_managed: true }, created_at, clock.now())
    const recorder = recordProgress(db, id)
    const summary = await makeAndStore(options, archive, combineProgress(progress, recorder))
      .finally(recorder.stop)
      .catch(async (error: Error) => {
        // The database may be what failed.
        await recordFailure(db, id, error.message, clock.now()).catch(() => {})
        throw error
      })
    await recordFinish(db, id, summary.bytes, clock.now(), countMissing(summary))
    return { ...summary, name, ...(await removeExpired(options)) }
  })
}

type Archive = {
  name: string
  path: string
  /** The time of its data. */
  created_at: Date
  /** It was written by an earlier run, which could not bring it to its place. */
  is_made: boolean
}

/** A new archive, or the one of an earlier run that was interrupted. */
async function findArchive({ db, clock, source, target, place }: Options): Promise<Archive> {
  const now = clock.now()
  const unfinished = await findUnfinished(db, target)
  const continued =
    unfinished && now.getTime() - unfinished.created_at.getTime() < continueMs ? unfinished : null
  const name = continued?.name ?? backupName(now)
  const path = await place.workPath(name)
  const is_made = continued !== null && (await isUsable(path, source, now))
  return { name, path, is_made, created_at: is_made ? continued.created_at : now }
}

/** Whether there is a finished archive like the one that would be made. A damaged one is found out when it is checked. */
async function isUsable(path: string, { header, opensKey }: Options['source'], now: Date): Promise<boolean> {
  if ((await stat(path).catch(() => null)) === null) return false
  const existing = await readHeader(path)
  return existing === null || canContinue(existing, { ...header, created_at: now.toISOString() }, opensKey)
}

async function makeAndStore(
  { source, place }: Options,
  { name, path, created_at, is_made }: Archive,
  progress: Progress,
): Promise<BackupSummary> {
  const header = { ...source.header, created_at: created_at.toISOString() }
  const made = is_made ? null : await createBackup({ ...source, header }, path, progress)
  const contents = await verifyBackup(path, progress).catch(async (error: Error) => {
    await place.remove(name)
    throw error
  })
  const { size } = await stat(path)
  await place.store(path, name, progress)
  const { rows, files, manifest } = contents
  const { missing_files, damaged_files } = manifest
  return { bytes: size, rows, files, missing_files, damaged_files, resumed: made?.resumed ?? true }
}

/** The backup has been made by now: one that can't be removed must not let it be made again. The next one tries to remove it again. */
async function removeExpired({
  db,
  clock,
  target,
  place,
  retention,
}: Options): Promise<Pick<ManagedBackup, 'removed' | 'not_removed'>> {
  const managed = await listManaged(db, target)
  const finished = managed.filter(({ finished_at }) => finished_at !== null)
  const expired = listExpired(finished, retention)
  // What a backup that failed has left behind.
  const failed = managed.filter(({ finished_at }) => finished_at === null)
  const removed: string[] = []
  const not_removed: string[] = []
  for (const backup of [...expired, ...failed]) {
    try {
      await place.remove(backup.name)
      await recordRemoval(db, backup.id, clock.now())
      if (expired.includes(backup)) removed.push(backup.name)
    } catch (error) {
      not_removed.push(`Could not remove ${backup.name}: ${(error as Error).message}`)
    }
  }
  return { removed, not_removed }
}

/** The lock ends with its connection, so that of a killed process doesn't stay. */
async function withLock<T>(connectionString: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: 'parley backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ is: boolean }>('select pg_try_advisory_lock($1) as is', [
      backupLock,
    ])
    if (!rows[0]?.is)
      throw new Error('Another backup of this workspace is being made. Wait until it has finished')
    return await work()
  } finally {
    await client.end().catch(() => {})
  }
}
