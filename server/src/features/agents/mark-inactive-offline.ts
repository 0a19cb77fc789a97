import type { Tx } from '../../db/transaction.ts'

const inactivityMs = 5 * 60_000

/**
 * Job, every 30 s: sets agents who are online or idle to offline after 5 minutes without activity (docs/spec/wire.md#availability). Agents who set
 * themselves away stay away.
 */
export async function markInactiveOffline(tx: Tx): Promise<void> {
  const inactive = await tx.db
    .selectFrom('agents')
    .select(['id', 'availability_status'])
    .where('availability_status', 'in', ['online', 'away'])
    .where((eb) =>
      eb.or([
        eb('last_active_at', 'is', null),
        eb('last_active_at', '<', new Date(tx.now.getTime() - inactivityMs)),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    // An agent being changed right now is active, or is checked again in 30 seconds.
    .skipLocked()
    .execute()
  for (const agent of inactive) {
    await tx.db
      .updateTable('agents')
      .set({ availability_status: 'offline', updated_at: tx.now })
      .where('id', '=', agent.id)
      .execute()
    await tx.record({
      type: 'agent.availability_changed',
      object: { type: 'agent', id: agent.id },
      changes: { availability_status: [agent.availability_status, 'offline'] },
    })
  }
}
