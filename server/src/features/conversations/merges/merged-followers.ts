import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { follow, unfollow } from '../followers.ts'

/** Whoever follows the merged conversation follows it where it continues. Returns those who didn't follow the target. */
export async function addFollowers(tx: Tx, c: ConversationRow, target: ConversationRow): Promise<number[]> {
  const { rows } = await sql<{ agent_id: number }>`
    select agent_id from followers where conversation_id = ${c.id}
    except select agent_id from followers where conversation_id = ${target.id}`.execute(tx.db)
  const added = rows.map(({ agent_id }) => agent_id).sort((a, b) => a - b)
  for (const agent_id of added) await follow(tx, target, agent_id)
  return added
}

/** Removes the followers that came with the conversation, except those that another merged one has as well. */
export async function removeFollowers(
  tx: Tx,
  target: ConversationRow,
  follower_ids: readonly number[],
): Promise<void> {
  if (follower_ids.length === 0) return
  const { rows: others } = await sql<{ id: number; agent_id: number }>`
    select distinct on (f.agent_id) m.id, f.agent_id
    from conversation_merges m join followers f on f.conversation_id = m.conversation_id
    where m.target_id = ${target.id} and f.agent_id = any(${[...follower_ids]})
    order by f.agent_id, m.id`.execute(tx.db)
  for (const { id, agent_id } of others)
    await tx.db
      .updateTable('conversation_merges')
      .set({ follower_ids: sql`array_append(follower_ids, ${agent_id}::bigint)` })
      .where('id', '=', id)
      .execute()
  const kept = new Set(others.map(({ agent_id }) => agent_id))
  for (const agent_id of follower_ids) if (!kept.has(agent_id)) await unfollow(tx, target, agent_id)
}
