import { defaultSessionLifetime_days } from '@parley/contract/settings/settings-writes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** The setting in days, as SQL: it also applies to sessions that are already open. */
const lifetimeDays = sql`coalesce(
  (select value::int from settings where key = 'app.session_lifetime_days'), ${sql.lit(defaultSessionLifetime_days)})`

/** SQL condition on `sessions s`: used within the idle timeout and younger than the workspace's maximum. */
export const isSessionOpen = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(s.expires_at > ${now} and s.created_at > ${now}::timestamptz - make_interval(days => ${lifetimeDays}))`

/** Maximum lifetime of a session, regardless of use. */
export async function readSessionLifetime_s(db: Db): Promise<number> {
  const { rows } = await sql<{ days: number }>`select ${lifetimeDays} as days`.execute(db)
  return (rows[0]?.days ?? defaultSessionLifetime_days) * 86_400
}
