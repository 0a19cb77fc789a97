import type { Session } from '@parley/contract/account/account-security'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import { notFound } from '../../http/errors.ts'
import { endSessions } from '../../identity/sessions/session.ts'
import { isSessionOpen } from '../../identity/sessions/session-lifetime.ts'

/** The agent's open sessions, most recently used first. `current` is the session making the request. */
export async function listSessions(
  db: Db,
  agent_id: number,
  { current, now }: { current: Buffer | null; now: Date },
): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions as s')
    .selectAll()
    .where('agent_id', '=', agent_id)
    .where(isSessionOpen(now))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map(({ id, id_hash, created_at, last_seen_at, ip, user_agent }) => ({
    uuid: id,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
    ip,
    user_agent,
    is_current: current !== null && id_hash.equals(current),
  }))
}

/** Ends one of the actor's own sessions, including its sockets. */
export async function endSession(tx: Tx, uuid: string): Promise<void> {
  const ended = await tx.db
    .deleteFrom('sessions')
    .where('id', '=', uuid)
    .where('agent_id', '=', tx.actor.id)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw notFound('Session')
  await tx.record({ type: 'session.ended', object: { type: 'agent', id: tx.actor.id } })
}

export const endOtherSessions = (tx: Tx, current: Buffer | null): Promise<void> =>
  endSessions(tx, tx.actor.id, current)
