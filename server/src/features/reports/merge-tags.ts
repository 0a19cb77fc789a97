import { sql } from 'kysely'
import type { Tx } from '../../db/transact.ts'
import type { Event } from '../../spine/read.ts'
import { lockState } from './state.ts'
import { rebuildTags } from './sums.ts'

/** Whoever had the tag has the kept one: its numbers are the kept one's from now on, back to the first. */
export async function mergeTags(tx: Tx, { object_id, data }: Event): Promise<void> {
  const { into_id } = data as { into_id?: number } // as tags/merge.ts records it
  if (object_id === null || into_id === undefined) return
  await sql`
    update report_conversations set tag_ids = array(select distinct unnest(array_replace(tag_ids, ${object_id}::bigint, ${into_id}::bigint)))
    where tag_ids && array[${object_id}::bigint]`.execute(tx.db)
  const { now, next } = await lockState(tx.db)
  for (const sums of next ? [now, next] : [now]) await rebuildTags(tx.db, sums, [object_id, into_id])
}
