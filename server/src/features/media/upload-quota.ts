import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import { AppError } from '../../http/errors.ts'

/** Unused uploads allowed per agent: far more than a day of drafts, far less than a disk. */
export const uploadQuota = { files: 500, bytes: 1024 ** 3 }
const daySeconds = 86_400

/**
 * Throws 429 if the agent's unused uploads of the last 24 hours have reached the quota. The upload that crosses it
 * still passes, so no file is too large for the quota alone.
 */
export async function assertWithinQuota(db: Db, agent_id: number, now: Date): Promise<void> {
  const since = new Date(now.getTime() - daySeconds * 1000)
  const { rows } = await sql<{ files: number; bytes: number; oldest: Date }>`
    select count(*) as files, coalesce(sum(size), 0)::bigint as bytes, min(created_at) as oldest
    from media
    where uploaded_by_id = ${agent_id} and message_id is null and person_id is null and created_at > ${since}`.execute(
    db,
  )
  const unused = rows[0]
  if (!unused || (unused.files < uploadQuota.files && unused.bytes < uploadQuota.bytes)) return
  const retry_after_s = Math.max(
    1,
    Math.ceil((unused.oldest.getTime() + daySeconds * 1000 - now.getTime()) / 1000),
  )
  throw new AppError(
    429,
    'GeneralException',
    `You uploaded ${unused.files} files in the last 24 hours that aren’t used in any message (${Math.round(unused.bytes / 1024 / 1024)} MB). Send or discard them. The oldest is removed in ${Math.ceil(retry_after_s / 3600)} h, which frees up space`,
    { retry_after_s },
  )
}

/** The same inside the transaction that adds the row, under a lock so that concurrent uploads count each other. */
export async function assertWithinQuotaLocked(tx: Tx, agent_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('uploads of ' || ${agent_id}::bigint, 0))`.execute(
    tx.db,
  )
  await assertWithinQuota(tx.db, agent_id, tx.now)
}
