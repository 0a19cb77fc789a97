import type { Db } from '../db/pool.ts'

/** The name of this database's stream of events; it changes after a restore or move, so that browsers fetch afresh. */
export async function readEpoch(db: Db): Promise<string> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'spine.epoch')
    .executeTakeFirstOrThrow()
  return String(row.value)
}
