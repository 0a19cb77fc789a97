import type { Tx } from '../../db/transaction.ts'
import { revokePasswordTokens } from '../../identity/password-tokens.ts'
import { endSessions } from '../../identity/sessions/session.ts'
import { notifyOfSecurityChange } from '../../system-mail/security-notices.ts'

/** Changes the actor's own password and ends all their other sessions (docs/spec/product-decisions.md#sessions). */
export async function changePassword(tx: Tx, password_hash: string, current: Buffer | null): Promise<void> {
  const { id } = tx.actor
  await tx.db.updateTable('agents').set({ password_hash, updated_at: tx.now }).where('id', '=', id).execute()
  await tx.record({
    type: 'agent.changed',
    object: { type: 'agent', id },
    // Record only that it changed.
    changes: { password: [null, null] },
  })
  await revokePasswordTokens(tx, id)
  await endSessions(tx, id, current)
  await notifyOfSecurityChange(tx, id, { kind: 'password_changed' })
}
