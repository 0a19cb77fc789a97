import type { Actor } from '../actor.ts'
import type { Act } from '../db/transaction.ts'

/**
 * A ping marks the agent as present and turns offline into online (docs/spec/wire.md#availability). Written at most once a minute per
 * agent.
 */
export function trackAvailability(act: Act, now: () => Date): (actor: Actor) => Promise<void> {
  const lastWritten = new Map<number, number>()
  return async (actor) => {
    const at = now().getTime()
    if (at - (lastWritten.get(actor.id) ?? 0) < 60_000) return
    lastWritten.set(actor.id, at)
    await act(actor, async (tx) => {
      await tx.db.updateTable('agents').set({ last_active_at: tx.now }).where('id', '=', actor.id).execute()
      const cameOnline = await tx.db
        .updateTable('agents')
        .set({ availability_status: 'online', updated_at: tx.now })
        .where('id', '=', actor.id)
        .where('availability_status', '=', 'offline')
        .returning('id')
        .executeTakeFirst()
      if (cameOnline)
        await tx.record({
          type: 'agent.availability_changed',
          object: { type: 'agent', id: actor.id },
          changes: { availability_status: ['offline', 'online'] },
        })
    })
  }
}
