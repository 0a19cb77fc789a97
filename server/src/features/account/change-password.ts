import type { Tx } from '../../db/transact.ts'
import { forgetPasswordTokens } from '../auth/password-link.ts'
import { endSessions } from '../auth/session.ts'
import { tellOfSecurityChange } from '../system-mail/security-change.ts'

/** The actor's own; every other session of theirs ends (product-decisions 27). */
export async function changePassword(tx: Tx, password_hash: string, current: Buffer | null): Promise<void> {
  const { id } = tx.actor
  await tx.db.updateTable('agents').set({ password_hash, updated_at: tx.now }).where('id', '=', id).execute()
  await tx.record({
    type: 'agent.changed',
    object: { type: 'agent', id },
    // Only that it changed.
    changes: { password: [null, null] },
  })
  await forgetPasswordTokens(tx, id)
  await endSessions(tx, id, current)
  await tellOfSecurityChange(tx, id, { kind: 'password_changed' })
}
