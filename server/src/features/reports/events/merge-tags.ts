import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction.ts'
import type { Event } from '../../../spine/read-events.ts'
import { lockState } from '../rollups/rollup-state.ts'
import { rebuildTagRollups } from '../rollups/rollups.ts'

/** Conversations with the merged tag now have the other one, which also takes over its past numbers. */
export async function mergeReportTags(tx: Tx, { object_id, data }: Event): Promise<void> {
  const { into_id } = data as { into_id?: number } // as tags/merge-tag.ts records it
  if (object_id === null || into_id === undefined) return
  await sql`
    update report_conversations set tag_ids = array(select distinct unnest(array_replace(tag_ids, ${object_id}::bigint, ${into_id}::bigint)))
    where tag_ids && array[${object_id}::bigint]`.execute(tx.db)
  const { current, next } = await lockState(tx.db)
  for (const sums of next ? [current, next] : [current])
    await rebuildTagRollups(tx.db, sums, [object_id, into_id])
}
