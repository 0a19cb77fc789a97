import { defaultSessionLifetime_days } from '@parley/contract/settings-writes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** The setting in days, as SQL: it applies to sessions that are open already. */
const lifetime_days = sql`coalesce(
  (select value::int from settings where key = 'app.session_lifetime_days'), ${sql.lit(defaultSessionLifetime_days)})`

/** Condition on `sessions s`: used within the idle time, and not older than the workspace allows. */
export const sessionIsOpen = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(s.expires_at > ${now} and s.created_at > ${now}::timestamptz - make_interval(days => ${lifetime_days}))`

/** How long a session lasts at most, however much it is used. */
export async function sessionLifetime_s(db: Db): Promise<number> {
  const { rows } = await sql<{ days: number }>`select ${lifetime_days} as days`.execute(db)
  return (rows[0]?.days ?? defaultSessionLifetime_days) * 86_400
}
