import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

const kept = 30 * 86_400_000
const atOnce = 5_000

/** Job: the log goes back 30 days. What still waits stays. */
export async function forgetDeliveries(db: Db, now: Date): Promise<void> {
  for (let gone = atOnce; gone === atOnce; ) {
    const { numAffectedRows } = await sql`
      delete from webhook_deliveries where id in (
        select id from webhook_deliveries where state <> 'waiting' and created_at < ${new Date(now.getTime() - kept)}
        order by created_at limit ${atOnce})`.execute(db)
    gone = Number(numAffectedRows ?? 0n)
  }
}
