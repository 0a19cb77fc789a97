import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { tooManyAttempts } from './errors.ts'

/** Counts an attempt against a key and throws once the window's limit is exceeded. Fixed windows, shared by all nodes. */
export async function countAttempt(
  db: Db,
  key: string,
  limit: { tries: number; window_s: number },
  now: Date,
): Promise<void> {
  const oldest = new Date(now.getTime() - limit.window_s * 1000)
  const { rows } = await sql<{ count: number; started_at: Date }>`
    insert into rate_limits (key, started_at, count) values (${key}, ${now}, 1)
    on conflict (key) do update set
      count = case when rate_limits.started_at <= ${oldest} then 1 else rate_limits.count + 1 end,
      started_at = case when rate_limits.started_at <= ${oldest} then ${now} else rate_limits.started_at end
    returning count, started_at`.execute(db)
  const row = rows[0]
  if (row && row.count > limit.tries)
    throw tooManyAttempts(
      Math.ceil((row.started_at.getTime() + limit.window_s * 1000 - now.getTime()) / 1000),
    )
}

export async function clearAttempts(db: Db, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute()
}

/** Refunds an attempt that turned out not to count. */
export async function refundAttempt(db: Db, key: string): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ count: sql`greatest(0, count - 1)` })
    .where('key', '=', key)
    .execute()
}
