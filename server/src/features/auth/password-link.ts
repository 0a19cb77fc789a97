import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { Act, Tx } from '../../db/transaction.ts'
import { AppError, invalid } from '../../http/errors.ts'
import { findActorByAgentId } from '../../identity/load-actor.ts'
import { hashPassword } from '../../identity/password.ts'
import { revokePasswordTokens } from '../../identity/password-tokens.ts'
import { endSessions, hashToken } from '../../identity/sessions/session.ts'
import { queueSystemMail } from '../../system-mail/queue-system-mail.ts'
import { notifyOfSecurityChange } from '../../system-mail/security-notices.ts'

/** Job: emails a link if the address belongs to an agent who may sign in. The request was answered before, so it reveals nothing. */
export async function sendPasswordReset(tx: Tx, email: string): Promise<void> {
  const agent = await tx.db
    .selectFrom('agents')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email))
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .where('is_system', '=', false)
    .executeTakeFirst()
  if (agent) await queueSystemMail(tx, { template: 'Password reset', agent_id: agent.id })
}

/** Sets a password with an emailed token, once, and ends all of the agent's sessions. Does not sign in: a second factor may be required. */
export async function setPasswordByToken(
  { db, act, clock }: { db: Db; act: Act; clock: Clock },
  { token, password }: { token: string; password: string },
): Promise<void> {
  const token_hash = hashToken(token)
  const stored = await db
    .selectFrom('password_tokens as p')
    .innerJoin('agents as a', 'a.id', 'p.agent_id')
    .select(['p.agent_id', 'a.password_hash'])
    .where('p.token_hash', '=', token_hash)
    .where('p.expires_at', '>', clock.now())
    .executeTakeFirst()
  const actor = stored && (await findActorByAgentId(db, stored.agent_id))
  if (!actor) throw invalidLink()
  // Outside the transaction: hashing is deliberately slow.
  const password_hash = await hashPassword(password)
  await act(actor, async (tx) => {
    // Of two concurrent uses, the second finds nothing to delete.
    const used = await tx.db
      .deleteFrom('password_tokens')
      .where('token_hash', '=', token_hash)
      .where('expires_at', '>', tx.now)
      .returning('agent_id')
      .executeTakeFirst()
    const agent =
      used &&
      (await tx.db
        .updateTable('agents')
        .set({ password_hash, updated_at: tx.now })
        .where('id', '=', used.agent_id)
        .where('enabled', '=', true)
        .where('deleted_at', 'is', null)
        .returning('id')
        .executeTakeFirst())
    if (!agent) throw invalidLink()
    await revokePasswordTokens(tx, agent.id)
    await tx.record({
      type: 'agent.changed',
      object: { type: 'agent', id: agent.id },
      // Record only that it changed.
      changes: { password: [null, null] },
    })
    await endSessions(tx, agent.id)
    // Agents who accept an invitation had no password before.
    if (stored.password_hash !== null)
      await notifyOfSecurityChange(tx, agent.id, { kind: 'password_changed' })
  })
}

const invalidLink = () =>
  invalid('token', 'This link no longer works. It has been used or has expired. Request a new one')

export const alreadySignedIn = () =>
  new AppError(400, 'InputException', 'You’re already signed in. Change your password in your account')
