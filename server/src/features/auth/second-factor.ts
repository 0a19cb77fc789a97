import { randomBytes } from 'node:crypto'
import type { SecondFactorAsked } from '@parley/contract/account'
import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { Act, Tx } from '../../db/transact.ts'
import { AppError, invalid, signInFirst } from '../../http/errors.ts'
import type { Secrets } from '../../secrets.ts'
import { actorOfAgent } from './load-actor.ts'
import { passkeysOf } from './passkey-sign-in.ts'
import { countTry, forgetTries } from './rate-limit.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { hashToken } from './session.ts'
import { totpStep } from './totp.ts'

type Means = { db: Db; act: Act; clock: Clock; secrets: Secrets }

const ticketLasts_ms = 5 * 60_000
const triesPerTicket = 5
/** Whoever knows the password gets new tickets at will: this many codes, of a million, may be guessed in a quarter of an hour. */
const perAccount = { tries: 20, window_s: 900 }

/** Throws 401 with a ticket for the second step when the agent has a second factor (product-decisions 11). */
export async function askSecondFactor({ db, act }: Means, agent_id: number): Promise<void> {
  const totp = await db
    .selectFrom('totp_factors')
    .select('agent_id')
    .where('agent_id', '=', agent_id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const has_passkey = (await passkeysOf(db, agent_id)).length > 0
  if (!totp && !has_passkey) return
  const actor = await actorOfAgent(db, agent_id)
  if (!actor) throw signInFirst()
  const ticket = randomBytes(32).toString('base64url')
  await act(actor, (tx) =>
    tx.db
      .insertInto('sign_in_tickets')
      .values({
        id_hash: hashToken(ticket),
        agent_id,
        created_at: tx.now,
        expires_at: new Date(tx.now.getTime() + ticketLasts_ms),
      })
      .execute(),
  )
  const second_factor: SecondFactorAsked['second_factor'] = [
    ...(totp ? (['totp'] as const) : []),
    ...(has_passkey ? (['passkey'] as const) : []),
    'recovery_code',
  ]
  const sentence = totp
    ? 'Enter the code of your authenticator app'
    : 'Use your passkey, or enter a recovery code'
  throw new AppError(401, 'UnauthorizedException', sentence, {
    data: { second_factor, ticket } satisfies SecondFactorAsked,
  })
}

/** The agent whose password and second factor were shown, and which it was. The ticket and the code are spent by it. */
export async function takeSecondFactor(
  { db, act, clock, secrets }: Means,
  { ticket, code }: { ticket: string; code: string },
): Promise<{ id: number; second_factor: SecondFactorAsked['second_factor'][number] }> {
  const id_hash = hashToken(ticket)
  const now = clock.now()
  // Counted whatever comes of it, so before any transaction that a wrong code takes back.
  const held = await db
    .updateTable('sign_in_tickets')
    .set({ tries: sql`tries + 1` })
    .where('id_hash', '=', id_hash)
    .where('expires_at', '>', now)
    .where('tries', '<', triesPerTicket)
    .returning('agent_id')
    .executeTakeFirst()
  if (!held) throw invalid('ticket', 'This sign-in took too long, or there were too many tries. Start again')
  const id = held.agent_id
  const account = `second-factor:${id}`
  await countTry(db, account, perAccount, now)
  const actor = await actorOfAgent(db, id)
  if (!actor) throw signInFirst()
  const second_factor = await act(actor, async (tx) => {
    const counted = await spend(tx, secrets, id, code)
    if (!counted) throw invalid('code', 'This code is wrong or was used before. Enter the one that shows now')
    await tx.db.deleteFrom('sign_in_tickets').where('id_hash', '=', id_hash).execute()
    return counted
  })
  await forgetTries(db, account)
  return { id, second_factor }
}

async function spend(tx: Tx, secrets: Secrets, agent_id: number, code: string) {
  const factor = await tx.db
    .selectFrom('totp_factors')
    .select(['secret', 'last_step'])
    .where('agent_id', '=', agent_id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const step =
    factor &&
    (await totpStep(secrets.open(factor.secret), code, { last_step: factor.last_step, now: tx.now }))
  if (typeof step === 'number') {
    // On the row as it is now: the same code in two browsers at once counts in one.
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
