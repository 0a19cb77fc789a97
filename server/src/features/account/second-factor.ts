import type { SecondFactor } from '@parley/contract/account'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transact.ts'
import { invalid, refused } from '../../http/errors.ts'
import type { Secrets } from '../../secrets.ts'
import { lockAgent } from '../agents/lock.ts'
import { renewRecoveryCodes } from '../auth/recovery-codes.ts'
import { endSessions } from '../auth/session.ts'
import { newTotp, totpStep } from '../auth/totp.ts'

export async function readSecondFactor(db: Db, agent_id: number): Promise<SecondFactor> {
  const totp = await db
    .selectFrom('totp_factors')
    .select('confirmed_at')
    .where('agent_id', '=', agent_id)
    .executeTakeFirst()
  const since = totp?.confirmed_at ?? null
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('agent_id', '=', agent_id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    totp: { enabled: since !== null, since: since?.toISOString() ?? null },
    recovery_codes_left: since ? count : 0,
  }
}

/** A new secret for the app. It is in force once `confirmTotp` has seen a code of it. */
export async function startTotp(tx: Tx, secrets: Secrets, site: string) {
  const agent = await lockAgent(tx, tx.actor.id)
  const { totp } = await readSecondFactor(tx.db, agent.id)
  if (totp.enabled) throw refused('Codes are on already. Turn them off before you set them up anew')
  const { secret, uri } = await newTotp(site, agent.email)
  const values = { created_at: tx.now, secret: secrets.seal(secret) }
  await tx.db
    .insertInto('totp_factors')
    .values({ agent_id: agent.id, ...values })
    .onConflict((conflict) => conflict.column('agent_id').doUpdateSet(values))
    .execute()
  return { secret, uri }
}

/** Answers the recovery codes. Sessions that were opened with the password alone end, all but this one. */
export async function confirmTotp(
  tx: Tx,
  secrets: Secrets,
  code: string,
  current: Buffer | null,
): Promise<string[]> {
  const { id } = await lockAgent(tx, tx.actor.id)
  const factor = await tx.db
    .selectFrom('totp_factors')
    .selectAll()
    .where('agent_id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  if (!factor) throw refused('There is nothing to confirm. Begin anew')
  const { last_step, secret } = factor
  const step = await totpStep(secrets.open(secret), code, { last_step, now: tx.now })
  if (step === null)
    throw invalid(
      'code',
      'This code is wrong. Enter the one that shows now, and see that the clock of your phone is right',
    )
  await tx.db
    .updateTable('totp_factors')
    .set({ confirmed_at: tx.now, last_step: step })
    .where('agent_id', '=', id)
    .execute()
  await tx.record({
    type: 'agent.changed',
    object: { type: 'agent', id },
    changes: { second_factor: [false, true] },
  })
  await endSessions(tx, id, current)
  return renewRecoveryCodes(tx, id)
}

export async function renewCodes(tx: Tx): Promise<string[]> {
  const { id } = await lockAgent(tx, tx.actor.id)
  if (!(await readSecondFactor(tx.db, id)).totp.enabled)
    throw refused('Recovery codes belong to a second factor. Turn it on first')
  await tx.record({ type: 'agent.recovery_codes_renewed', object: { type: 'agent', id } })
  return renewRecoveryCodes(tx, id)
}

/** Also for somebody who has lost phone and codes, by who manages agents. Nothing happens where there is none. */
export async function removeSecondFactor(tx: Tx, agent_id: number): Promise<void> {
  const { id } = await lockAgent(tx, agent_id)
  const had = (await readSecondFactor(tx.db, id)).totp.enabled
  await tx.db.deleteFrom('totp_factors').where('agent_id', '=', id).execute()
  await tx.db.deleteFrom('recovery_codes').where('agent_id', '=', id).execute()
  if (had)
    await tx.record({
      type: 'agent.changed',
      object: { type: 'agent', id },
      changes: { second_factor: [true, false] },
    })
}
