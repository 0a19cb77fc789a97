import { randomBytes } from 'node:crypto'
import type { Db } from '../../../db/pool.ts'
import { hashToken } from '../../../identity/sessions/session.ts'

const lifetimeMs = 5 * 60_000

type Purpose =
  | { purpose: 'add' | 'confirm'; agent_id: number }
  | { purpose: 'sign_in'; agent_id: number | null }

/** Stores a passkey challenge. Returns a ticket that redeems it once, within five minutes. */
export async function storeChallenge(
  db: Db,
  now: Date,
  { purpose, agent_id, challenge }: Purpose & { challenge: string },
): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  await db
    .insertInto('passkey_challenges')
    .values({
      id_hash: hashToken(ticket),
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimeMs),
      purpose,
      agent_id,
      challenge,
    })
    .execute()
  return ticket
}

/** Redeems a ticket, which is spent either way; null if it has expired or was issued for another purpose. */
export async function consumeChallenge(
  db: Db,
  now: Date,
  { ticket, purpose }: { ticket: string; purpose: Purpose['purpose'] },
): Promise<{ challenge: string; agent_id: number | null } | null> {
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('id_hash', '=', hashToken(ticket))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning(['challenge', 'agent_id'])
    .executeTakeFirst()
  return row ?? null
}
