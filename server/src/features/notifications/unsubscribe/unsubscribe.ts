import { muteNotification, wantsNotification } from '@parley/contract/notifications/notifications'
import type { Db } from '../../../db/pool.ts'
import type { Tx } from '../../../db/transaction.ts'
import { changedFields } from '../../../spine/changed-fields.ts'
import { lockAgent } from '../../agents/lock-agent.ts'
import type { Unsubscription } from './unsubscribe-link.ts'

/** The recipient and what they already turned off; null for a deleted agent. */
export async function findUnsubscriber(db: Db, agent_id: number) {
  const row = await db
    .selectFrom('agents')
    .select(['first_name', 'language', 'muted_notifications', 'muted_channels'])
    .where('id', '=', agent_id)
    .where('deleted_at', 'is', null)
    .where('is_system', '=', false)
    .executeTakeFirst()
  return row ?? null
}

/** Turns off a kind of email for an agent. For the digest, the hour is kept in case it is turned on again. Idempotent. */
export async function unsubscribe(tx: Tx, { agent_id, kind }: Unsubscription): Promise<void> {
  const before = await lockAgent(tx, agent_id)
  if (!wantsNotification(before, kind, 'email')) return
  const after = muteNotification(before, { kind, channel: 'email', muted: true })
  await tx.db
    .updateTable('agents')
    .set({ ...after, updated_at: tx.now })
    .where('id', '=', agent_id)
    .execute()
  await tx.record({
    type: 'agent.preferences_changed',
    object: { type: 'agent', id: agent_id },
    changes: changedFields({ ...before }, { ...before, ...after }),
  })
}
