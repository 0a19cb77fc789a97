import { maxUsageCount, type Usage } from '@parley/contract/shared/usage-count'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** One statement over the index of each tag's conversations, which stops counting at the limit. */
export async function listTagUsage(db: Db, max = maxUsageCount): Promise<Usage[]> {
  const { rows } = await sql<{ id: number; counted: number }>`
    select t.id, u.counted from tags t cross join lateral (
      select count(*) as counted from (
        select from conversation_tags ct join conversations c on c.id = ct.conversation_id
        where ct.tag_id = t.id and c.deleted_at is null limit ${max + 1}
      ) found
    ) u order by t.id`.execute(db)
  return rows.map(({ id, counted }) => ({
    id,
    conversations: Math.min(counted, max),
    conversations_is_minimum: counted > max,
  }))
}
