import { maxUsageCount, type Usage } from '@parley/contract/shared/usage-count'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** One statement over an index that starts with the status, which stops counting at the limit. */
export async function listStatusUsage(db: Db, max = maxUsageCount): Promise<Usage[]> {
  const { rows } = await sql<{ id: number; counted: number }>`
    select s.id, u.counted from statuses s cross join lateral (
      select count(*) as counted from (
        select from conversations c where c.status_id = s.id and c.deleted_at is null limit ${max + 1}
      ) found
    ) u order by s.id`.execute(db)
  return rows.map(({ id, counted }) => ({
    id,
    conversations: Math.min(counted, max),
    conversations_is_minimum: counted > max,
  }))
}
