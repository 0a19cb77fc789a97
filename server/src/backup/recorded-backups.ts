import type pg from 'pg'
import type { Db } from '../db/pool.ts'

/** Job that makes a backup. Also queued by the System page. */
export const backupJob = 'back up'

/** A backup of this workspace. `created_at` is the time of its data. */
export type RecordedBackup = {
  id: number
  created_at: Date
  target: string
  name: string
  finished_at: Date | null
  bytes: number | null
  error: string | null
  is_managed: boolean
  /** Of the newest attempt; null for backups of earlier releases. */
  started_at: Date | null
  removed_at: Date | null
  /** How many files it lacks, because the file storage did; null for unfinished backups and those of earlier releases. */
  missing_files: number | null
  /** As `recordProgress` stores it. */
  progress: unknown
}

type Place = { target: string; name: string; is_managed: boolean }

/** Notes a backup that is being made, or continues one that was interrupted. `at` is the time of its data. */
export async function recordStart(db: Db, place: Place, at: Date, now = at): Promise<number> {
  const { id } = await db
    .insertInto('backups')
    .values({ ...place, created_at: at, started_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['target', 'name']).doUpdateSet({
        created_at: at,
        started_at: now,
        updated_at: now,
        progress: null,
        finished_at: null,
        bytes: null,
        error: null,
        removed_at: null,
        missing_files: null,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function recordFinish(
  db: Db,
  id: number,
  bytes: number,
  at: Date,
  missing_files = 0,
): Promise<void> {
  await db
    .updateTable('backups')
    .set({ finished_at: at, updated_at: at, bytes, missing_files, error: null, progress: null })
    .where('id', '=', id)
    .execute()
}

export async function recordFailure(db: Db, id: number, error: string, at: Date): Promise<void> {
  await db
    .updateTable('backups')
    .set({ error, updated_at: at, progress: null })
    .where('id', '=', id)
    .execute()
}

export async function recordRemoval(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable('backups').set({ removed_at: at, updated_at: at }).where('id', '=', id).execute()
}

/**
 * In a backup, it is itself still being made, and so may others be. Once the restored copy is live it would continue that backup, store
 * another one under its name, or remove it as the rest of one that failed.
 */
export async function settleRestoredBackups(
  client: pg.ClientBase,
  { created_at, bytes }: { created_at: string; bytes: number },
): Promise<void> {
  await client.query('select graphile_worker.remove_job($1)', [backupJob])
  const { rows } = await client.query(`select to_regclass('public.backups') as name`)
  if (rows[0]?.name === null) return // of a release that recorded none
  await client.query(
    `update backups set finished_at = updated_at, bytes = $2, error = null
     where finished_at is null and created_at = $1`,
    [created_at, bytes],
  )
  await client.query('delete from backups where finished_at is null')
}

const columns = [
  ...(['id', 'created_at', 'target', 'name', 'finished_at', 'bytes', 'error'] as const),
  ...(['is_managed', 'started_at', 'removed_at', 'missing_files', 'progress'] as const),
] as const

/** The managed backup in this place that was begun last and has not finished. */
export async function findUnfinished(db: Db, target: string): Promise<RecordedBackup | undefined> {
  const newest = await db
    .selectFrom('backups')
    .select(columns)
    .where('target', '=', target)
    .where('is_managed', '=', true)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return newest?.finished_at === null ? newest : undefined
}

/** Managed backups in this place, finished or failed, that have not been removed. */
export const listManaged = (db: Db, target: string): Promise<RecordedBackup[]> =>
  db
    .selectFrom('backups')
    .select(columns)
    .where('target', '=', target)
    .where('is_managed', '=', true)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()

/** The newest backup, wherever it is, and the failure of a newer one. */
export async function readLastBackup(
  db: Db,
): Promise<{ finished: RecordedBackup | null; failed: RecordedBackup | null }> {
  const finished = await db
    .selectFrom('backups')
    .select(columns)
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const failed = await db
    .selectFrom('backups')
    .select(columns)
    .where('error', 'is not', null)
    .where('id', '>', finished?.id ?? 0)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return { finished: finished ?? null, failed: failed ?? null }
}

/** Newest first, wherever they are, also removed ones. */
export const listNewestBackups = (db: Db, limit: number): Promise<RecordedBackup[]> =>
  db.selectFrom('backups').select(columns).orderBy('id', 'desc').limit(limit).execute()
