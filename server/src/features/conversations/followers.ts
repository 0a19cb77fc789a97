import type { Follower } from '@parley/contract/conversations/followers'
import { maySee } from '../../conversation-access.ts'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import { loadActorsByAgentId } from '../../identity/load-actor.ts'
import { accessKeys, type ConversationRow } from '../../spine/record-event.ts'

/** The followers who have access to the conversation, the first one first. */
export async function listFollowers(db: Db, c: ConversationRow): Promise<Follower[]> {
  const rows = await db
    .selectFrom('followers as f')
    .innerJoin('agents as a', 'a.id', 'f.agent_id')
    .select(['a.id', 'a.first_name', 'a.last_name', 'a.avatar_url', 'f.followed_at'])
    .where('f.conversation_id', '=', c.id)
    .orderBy('f.followed_at')
    .orderBy('a.id')
    .execute()
  const actors = await loadActorsByAgentId(
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap((row) => {
    const actor = actors.get(row.id)
    return actor && maySee(actor, accessKeys(c))
      ? [{ ...row, followed_at: row.followed_at.toISOString() }]
      : []
  })
}

/** Following is personal: it has no activity line. Following again changes nothing. */
export async function follow(tx: Tx, c: ConversationRow, agent_id = tx.actor.id): Promise<void> {
  const added = await tx.db
    .insertInto('followers')
    .values({ conversation_id: c.id, agent_id, followed_at: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('agent_id')
    .executeTakeFirst()
  if (added) await recordFollow(tx, c, { type: 'conversation.followed', agent_id })
}

export async function unfollow(tx: Tx, c: ConversationRow, agent_id = tx.actor.id): Promise<void> {
  const removed = await tx.db
    .deleteFrom('followers')
    .where('conversation_id', '=', c.id)
    .where('agent_id', '=', agent_id)
    .returning('agent_id')
    .executeTakeFirst()
  if (removed) await recordFollow(tx, c, { type: 'conversation.unfollowed', agent_id })
}

const recordFollow = (tx: Tx, c: ConversationRow, { type, agent_id }: { type: string; agent_id: number }) =>
  tx.record({ type, conversation: { before: null, after: c }, object: { type: 'agent', id: agent_id } })
