import { randomInt } from 'node:crypto'
import type { Tx } from '../db/transaction.ts'
import { hashToken } from './sessions/session.ts'

const hour = 3_600_000

/** How long an emailed link works; an invitation may wait over a weekend. */
export const linkLifetimes = {
  'Password reset': { ms: 24 * hour, label: '24 hours' },
  Invitation: { ms: 7 * 24 * hour, label: '7 days' },
} as const

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A token of 32 letters and digits (190 random bits); only its hash is stored. Earlier tokens stay valid. */
export async function createPasswordToken(tx: Tx, agent_id: number, lifetime_ms: number): Promise<string> {
  const token = Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join('')
  await tx.db
    .insertInto('password_tokens')
    .values({
      token_hash: hashToken(token),
      agent_id,
      created_at: tx.now,
      expires_at: new Date(tx.now.getTime() + lifetime_ms),
    })
    .execute()
  return token
}

/** Revokes emailed links when the password, the address or the ability to sign in changes. */
export async function revokePasswordTokens(tx: Tx, agent_id: number): Promise<void> {
  await tx.db.deleteFrom('password_tokens').where('agent_id', '=', agent_id).execute()
}
