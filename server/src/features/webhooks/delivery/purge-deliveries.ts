import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'

const retentionMs = 30 * 86_400_000
const batchSize = 5_000

/** Job: keeps 30 days of deliveries. Waiting ones are kept. */
export async function purgeDeliveries(db: Db, now: Date): Promise<void> {
  for (let deleted = batchSize; deleted === batchSize; ) {
    const { numAffectedRows } = await sql`
      delete from webhook_deliveries where id in (
        select id from webhook_deliveries where state <> 'waiting' and created_at < ${new Date(now.getTime() - retentionMs)}
        order by created_at limit ${batchSize})`.execute(db)
    deleted = Number(numAffectedRows ?? 0n)
  }
}
