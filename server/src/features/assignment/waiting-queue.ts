import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { isActiveStatus } from './team-members.ts'

/** Conversations of a team that wait for an agent; `c` is the conversation. */
export const isWaitingIn = (team_id: unknown) =>
  sql<boolean>`(coalesce(c.assigned_team_id, 0) = ${team_id} and c.assigned_user_id is null and c.deleted_at is null and ${isActiveStatus(sql`c.status_id`)})`

/** Longest-waiting customer first; conversations that await no reply come last, oldest first. */
export const queueOrder = sql`c.waiting_since nulls last, c.id`

/** Ids of the next waiting conversations in order, without those in `skipped`. Locks nothing. */
export async function listWaiting(
  tx: Tx,
  team_id: number,
  { skipped, limit }: { skipped: readonly number[]; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from conversations c where ${isWaitingIn(team_id)} and c.id <> all(${[...skipped]}::bigint[])
    order by ${queueOrder} limit ${limit}`.execute(tx.db)
  return rows.map(({ id }) => id)
}

/** Locks those that are still waiting, in the given order. Manual changes made in the meantime win. */
export async function lockWaiting(
  tx: Tx,
  team_id: number,
  ids: readonly number[],
): Promise<ConversationRow[]> {
  const rows = await tx.db
    .selectFrom('conversations as c')
    .selectAll('c')
    .where('c.id', 'in', [...ids])
    .where(isWaitingIn(team_id))
    // Everything that locks several conversations uses this order.
    .orderBy('c.id')
    .forNoKeyUpdate()
    .execute()
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

export type Arrival = { id: number; depth: number; excluded_agent_id: number | null }

/** The event that put each conversation into the queue, and the agent who was manually unassigned by it. */
export async function readArrivals(db: Db, ids: readonly number[]): Promise<Map<number, Arrival>> {
  const { rows } = await sql<Arrival & { conversation_id: number }>`
    select distinct on (e.conversation_id) e.conversation_id, e.id, e.depth,
      case when e.type = 'conversation.user_removed' and e.actor_kind in ('agent', 'api_key')
        then (e.changes->'assigned_user_id'->>0)::bigint end as excluded_agent_id
    from events e
    where e.conversation_id = any(${[...ids]}::bigint[])
      and (e.type in ('conversation.created', 'conversation.reopened')
        or e.changes ?| array['assigned_team_id', 'assigned_user_id'])
    order by e.conversation_id, e.id desc`.execute(db)
  return new Map(rows.map((row) => [row.conversation_id, row]))
}
