import { randomBytes } from 'node:crypto'
import type { SecondFactorAsked } from '@parley/contract/account/account-security'
import { sql } from 'kysely'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/pool.ts'
import type { Act, Tx } from '../../../db/transaction.ts'
import { clearAttempts, countAttempt } from '../../../http/count-attempts.ts'
import { AppError, invalid, signInRequired } from '../../../http/errors.ts'
import { findActorByAgentId } from '../../../identity/load-actor.ts'
import { hashToken } from '../../../identity/sessions/session.ts'
import type { Secrets } from '../../../secrets.ts'
import { listCredentials } from '../passkeys/passkey-sign-in.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { findTotpStep } from './totp.ts'

type Deps = { db: Db; act: Act; clock: Clock; secrets: Secrets }

const ticketLifetimeMs = 5 * 60_000
const attemptsPerTicket = 5
/** Anyone who knows the password can get new tickets, so attempts at the million codes are also limited per account and quarter of an hour. */
const perAccount = { tries: 20, window_s: 900 }

/** Throws 401 with a ticket for the second step if the agent has a second factor (docs/spec/product-decisions.md#second-factor-at-sign-in). */
export async function challengeSecondFactor({ db, act }: Deps, agent_id: number): Promise<void> {
  const totp = await db
    .selectFrom('totp_factors')
    .select('agent_id')
    .where('agent_id', '=', agent_id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const has_passkey = (await listCredentials(db, agent_id)).length > 0
  if (!totp && !has_passkey) return
  const actor = await findActorByAgentId(db, agent_id)
  if (!actor) throw signInRequired()
  const ticket = randomBytes(32).toString('base64url')
  await act(actor, (tx) =>
    tx.db
      .insertInto('sign_in_tickets')
      .values({
        id_hash: hashToken(ticket),
        agent_id,
        created_at: tx.now,
        expires_at: new Date(tx.now.getTime() + ticketLifetimeMs),
      })
      .execute(),
  )
  const second_factor: SecondFactorAsked['second_factor'] = [
    ...(totp ? (['totp'] as const) : []),
    ...(has_passkey ? (['passkey'] as const) : []),
    'recovery_code',
  ]
  const sentence = totp
    ? 'Enter the code from your authenticator app'
    : 'Use your passkey, or enter a recovery code'
  throw new AppError(401, 'UnauthorizedException', sentence, {
    data: { second_factor, ticket } satisfies SecondFactorAsked,
  })
}

/** Verifies the second step. Returns the agent and the factor used; the ticket and the code are spent. */
export async function verifySecondFactor(
  { db, act, clock, secrets }: Deps,
  { ticket, code }: { ticket: string; code: string },
): Promise<{ id: number; second_factor: SecondFactorAsked['second_factor'][number] }> {
  const id_hash = hashToken(ticket)
  const now = clock.now()
  // Counted before any transaction that a wrong code would roll back.
  const ticketRow = await db
    .updateTable('sign_in_tickets')
    .set({ tries: sql`tries + 1` })
    .where('id_hash', '=', id_hash)
    .where('expires_at', '>', now)
    .where('tries', '<', attemptsPerTicket)
    .returning('agent_id')
    .executeTakeFirst()
  if (!ticketRow) throw invalid('ticket', 'This sign-in took too long or had too many attempts. Start again')
  const id = ticketRow.agent_id
  const limitKey = `second-factor:${id}`
  await countAttempt(db, limitKey, perAccount, now)
  const actor = await findActorByAgentId(db, id)
  if (!actor) throw signInRequired()
  const second_factor = await act(actor, async (tx) => {
    const factor = await verifyAndSpendCode(tx, secrets, id, code)
    if (!factor) throw invalid('code', 'This code is wrong or has been used. Enter the current one')
    await tx.db.deleteFrom('sign_in_tickets').where('id_hash', '=', id_hash).execute()
    return factor
  })
  await clearAttempts(db, limitKey)
  return { id, second_factor }
}

async function verifyAndSpendCode(tx: Tx, secrets: Secrets, agent_id: number, code: string) {
  const factor = await tx.db
    .selectFrom('totp_factors')
    .select(['secret', 'last_step'])
    .where('agent_id', '=', agent_id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const step =
    factor &&
    (await findTotpStep(secrets.open(factor.secret), code, { last_step: factor.last_step, now: tx.now }))
  if (typeof step === 'number') {
    // Update the current row: the same code used in two browsers at once works in one.
    const { numUpdatedRows } = await tx.db
      .updateTable('totp_factors')
      .set({ last_step: step })
      .where('agent_id', '=', agent_id)
      .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
      .executeTakeFirst()
    return numUpdatedRows > 0n ? ('totp' as const) : null
  }
  return (await spendRecoveryCode(tx, agent_id, code)) ? ('recovery_code' as const) : null
}
