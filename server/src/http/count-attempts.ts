import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { prepared } from '../db/prepared-statements.ts'
import { tooManyAttempts } from './errors.ts'

/** Counts an attempt against a key and throws once the window's limit is exceeded. */
export async function countAttempt(
  db: Db,
  key: string,
  limit: { tries: number; window_s: number },
  now: Date,
): Promise<void> {
  const { count, ends_in_s } = await incrementAttempts(db, key, limit.window_s, now)
  if (count > limit.tries) throw tooManyAttempts(Math.ceil(ends_in_s))
}

/** Counts an attempt against a key, in fixed windows that all nodes share. Returns the count, and when it starts again from 1. */
export async function incrementAttempts(
  db: Db,
  key: string,
  window_s: number,
  now: Date,
): Promise<{ count: number; ends_in_s: number }> {
  const oldest = new Date(now.getTime() - window_s * 1000)
  const { rows } = await sql<{ count: number; started_at: Date }>`${prepared}
    insert into rate_limits (key, started_at, count) values (${key}, ${now}, 1)
    on conflict (key) do update set
      count = case when rate_limits.started_at <= ${oldest} then 1 else rate_limits.count + 1 end,
      started_at = case when rate_limits.started_at <= ${oldest} then ${now} else rate_limits.started_at end
    returning count, started_at`.execute(db)
  const { count, started_at } = rows[0] ?? { count: 1, started_at: now }
  return { count, ends_in_s: window_s + (started_at.getTime() - now.getTime()) / 1000 }
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
