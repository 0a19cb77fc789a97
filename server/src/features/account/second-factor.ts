import type { SecondFactor } from '@parley/contract/account/account-security'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import { conflict, invalid } from '../../http/errors.ts'
import { endSessions } from '../../identity/sessions/session.ts'
import type { Secrets } from '../../secrets.ts'
import { notifyOfSecurityChange } from '../../system-mail/security-notices.ts'
import { assertAccountAuthority } from '../agents/account-authority.ts'
import { assertAdminRemains } from '../agents/last-admin-guard.ts'
import { lockAgent } from '../agents/lock-agent.ts'
import { listCredentials } from '../auth/passkeys/passkey-sign-in.ts'
import { renewRecoveryCodes } from '../auth/second-factor/recovery-codes.ts'
import { createTotp, findTotpStep } from '../auth/second-factor/totp.ts'

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
  const passkeys = (await listCredentials(db, agent_id)).length
  return {
    totp: { enabled: since !== null, since: since?.toISOString() ?? null },
    passkeys,
    recovery_codes_left: since || passkeys > 0 ? count : 0,
    is_required: await requiresSecondFactor(db),
  }
}

const hasAnyFactor = ({ totp, passkeys }: SecondFactor): boolean => totp.enabled || passkeys > 0

async function requiresSecondFactor(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'app.require_second_factor')
    .executeTakeFirst()
  return (row?.value as unknown) === true // a jsonb boolean
}

/**
 * Call after adding a factor. For the first one, returns recovery codes and ends all other sessions, which were opened with a
 * password alone.
 */
export async function afterFactorAdded(
  tx: Tx,
  id: number,
  { was_on: had_second_factor, current }: { was_on: boolean; current: Buffer | null },
): Promise<string[] | null> {
  if (had_second_factor) return null
  await tx.record({
    type: 'agent.changed',
    object: { type: 'agent', id },
    changes: { second_factor: [false, true] },
  })
  await endSessions(tx, id, current)
  return renewRecoveryCodes(tx, id)
}

/**
 * Call after removing one of the actor's own factors. Returns whether it was the last, in which case recovery codes are deleted.
 * Refused if the workspace requires a second factor.
 */
export async function afterFactorRemoved(tx: Tx, id: number): Promise<boolean> {
  const remaining = await readSecondFactor(tx.db, id)
  if (hasAnyFactor(remaining)) return false
  const { password_hash } = await lockAgent(tx, id)
  // Agents who only use a sign-in provider do not need one.
  if (remaining.is_required && password_hash !== null)
    throw conflict(
      'This workspace requires two-factor authentication. Set up another method before you remove this one',
    )
  await tx.db.deleteFrom('recovery_codes').where('agent_id', '=', id).execute()
  await tx.record({
    type: 'agent.changed',
    object: { type: 'agent', id },
    changes: { second_factor: [true, false] },
  })
  return true
}

/** Creates a new secret for the app, which takes effect once `confirmTotp` has verified a code. */
export async function startTotp(tx: Tx, secrets: Secrets, site: string) {
  const agent = await lockAgent(tx, tx.actor.id)
  const { totp } = await readSecondFactor(tx.db, agent.id)
  if (totp.enabled)
    throw conflict('An authenticator app is already set up. Turn it off before you set up a new one')
  const { secret, uri } = await createTotp(site, agent.email)
  const values = { created_at: tx.now, secret: secrets.seal(secret) }
  await tx.db
    .insertInto('totp_factors')
    .values({ agent_id: agent.id, ...values })
    .onConflict((conflict) => conflict.column('agent_id').doUpdateSet(values))
    .execute()
  return { secret, uri }
}

/** Returns new recovery codes. */
export async function confirmTotp(
  tx: Tx,
  secrets: Secrets,
  code: string,
  current: Buffer | null,
): Promise<string[]> {
  const { id } = await lockAgent(tx, tx.actor.id)
  const had_second_factor = hasAnyFactor(await readSecondFactor(tx.db, id))
  const factor = await tx.db
    .selectFrom('totp_factors')
    .selectAll()
    .where('agent_id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  if (!factor) throw conflict('There’s nothing to confirm. Start again')
  const { last_step, secret } = factor
  const step = await findTotpStep(secrets.open(secret), code, { last_step, now: tx.now })
  if (step === null)
    throw invalid('code', 'Wrong code. Enter the current one, and check that your phone’s clock is correct')
  await tx.db
    .updateTable('totp_factors')
    .set({ confirmed_at: tx.now, last_step: step })
    .where('agent_id', '=', id)
    .execute()
  await notifyOfSecurityChange(tx, id, { kind: 'app_added' })
  const codes = await afterFactorAdded(tx, id, { was_on: had_second_factor, current })
  if (codes) return codes
  await tx.record({
    type: 'agent.changed',
    object: { type: 'agent', id },
    changes: { authenticator_app: [false, true] },
  })
  return renewRecoveryCodes(tx, id)
}

export async function renewOwnRecoveryCodes(tx: Tx): Promise<string[]> {
  const { id } = await lockAgent(tx, tx.actor.id)
  if (!hasAnyFactor(await readSecondFactor(tx.db, id)))
    throw conflict('Recovery codes require two-factor authentication. Turn it on first')
  await tx.record({ type: 'agent.recovery_codes_renewed', object: { type: 'agent', id } })
  return renewRecoveryCodes(tx, id)
}

/** Removes the actor's own app. Does nothing if there is none. */
export async function removeTotp(tx: Tx): Promise<void> {
  const { id } = await lockAgent(tx, tx.actor.id)
  const removed = await tx.db
    .deleteFrom('totp_factors')
    .where('agent_id', '=', id)
    .returning('confirmed_at')
    .executeTakeFirst()
  if (!removed?.confirmed_at) return
  await notifyOfSecurityChange(tx, id, { kind: 'app_removed' })
  if (await afterFactorRemoved(tx, id)) return
  await tx.record({
    type: 'agent.changed',
    object: { type: 'agent', id },
    changes: { authenticator_app: [true, false] },
  })
}

/** For agents who lost phone, passkeys and codes; called by someone who manages agents. Does nothing if there is none. */
export async function removeSecondFactor(tx: Tx, agent_id: number): Promise<void> {
  const { id } = await lockAgent(tx, agent_id)
  await assertAccountAuthority(tx, id)
  const had_second_factor = hasAnyFactor(await readSecondFactor(tx.db, id))
  for (const table of ['totp_factors', 'passkeys', 'recovery_codes'] as const)
    await tx.db.deleteFrom(table).where('agent_id', '=', id).execute()
  if (!had_second_factor) return
  await assertAdminRemains(tx)
  await tx.record({
    type: 'agent.changed',
    object: { type: 'agent', id },
    changes: { second_factor: [true, false] },
  })
  await notifyOfSecurityChange(tx, id, { kind: 'second_factor_removed' })
}
