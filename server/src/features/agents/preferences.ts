import type { Tx } from '../../db/transact.ts'
import { lockAgent } from './lock.ts'

/** What agents choose for themselves; kept with the agent, so that every browser of theirs knows. */
export async function setPreferences(tx: Tx, { undo_seconds }: { undo_seconds: number }): Promise<void> {
  const id = tx.actor.id
  const before = await lockAgent(tx, id)
  if (before.undo_seconds === undo_seconds) return
  await tx.db.updateTable('agents').set({ undo_seconds, updated_at: tx.now }).where('id', '=', id).execute()
  await tx.record({
    type: 'agent.preferences_changed',
    object: { type: 'agent', id },
    changes: { undo_seconds: [before.undo_seconds, undo_seconds] },
  })
}
