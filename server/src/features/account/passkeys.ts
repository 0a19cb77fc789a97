import type { NewPasskeyAnswer, Passkey } from '@parley/contract/auth/passkeys'
import type { Selectable } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Act, Tx } from '../../db/transaction.ts'
import { conflict, invalid, notFound } from '../../http/errors.ts'
import type { RelyingParty } from '../../identity/relying-party.ts'
import { objectRecorder } from '../../spine/object-recorder.ts'
import { notifyOfSecurityChange } from '../../system-mail/security-notices.ts'
import { assertAdminRemains } from '../agents/last-admin-guard.ts'
import { lockAgent } from '../agents/lock-agent.ts'
import { consumeChallenge, storeChallenge } from '../auth/passkeys/passkey-challenge.ts'
import { listCredentials } from '../auth/passkeys/passkey-sign-in.ts'
import { afterFactorAdded, afterFactorRemoved, readSecondFactor } from './second-factor.ts'

/**
 * EdDSA, ES256 and RS256 (COSE), which authenticators offer. The library's default list includes algorithms that are still
 * experimental in Node.
 */
const supportedAlgorithmIDs = [-8, -7, -257]
/** More than anyone needs; each passkey is one more way to sign in. */
const maxPasskeys = 20

// Loaded on first use: it pulls in certificate parsers.
const loadWebAuthn = () => import('@simplewebauthn/server')
const record = objectRecorder('agent')

export async function listPasskeys(db: Db, agent_id: number): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('agent_id', '=', agent_id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(presentPasskey)
}

/** Registration options for a discoverable passkey with user verification. */
export async function startPasskeyRegistration(
  db: Db,
  { actor, clock, party }: { actor: Actor; clock: Clock; party: RelyingParty },
): Promise<{ ticket: string; options: Record<string, unknown> }> {
  const { email, first_name, last_name, passkey_user } = await db
    .selectFrom('agents')
    .select(['email', 'first_name', 'last_name', 'passkey_user'])
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: new Uint8Array(Buffer.from(passkey_user.replaceAll('-', ''), 'hex')),
    userName: email,
    userDisplayName: `${first_name} ${last_name}`.trim(),
    attestationType: 'none',
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    // Devices that already have a passkey are excluded.
    excludeCredentials: (await listCredentials(db, actor.id)).map(({ credential_id, transports }) => ({
      id: credential_id,
      transports,
    })),
  })
  const { challenge } = options
  const ticket = await storeChallenge(db, clock.now(), { purpose: 'add', agent_id: actor.id, challenge })
  return { ticket, options: { ...options } }
}

/** Returns the stored passkey, and recovery codes if it is the agent's first second factor. */
export async function addPasskey(
  { db, act, clock }: { db: Db; act: Act; clock: Clock },
  { actor, party, current }: { actor: Actor; party: RelyingParty; current: Buffer | null },
  { ticket, name, answer }: { ticket: string; name: string; answer: NewPasskeyAnswer },
): Promise<{ passkey: Passkey; recovery_codes: string[] | null }> {
  const pending = await consumeChallenge(db, clock.now(), { ticket, purpose: 'add' })
  if (!pending || pending.agent_id !== actor.id) throw invalid('ticket', 'This took too long. Start again')
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { response, ...credential } = answer
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...credential,
      response: { ...response, transports: response.transports ?? [] },
      clientExtensionResults: {},
      type: 'public-key',
    },
    expectedChallenge: pending.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo)
    throw invalid('answer', 'This passkey couldn’t be verified. Try again, or use another device')
  const { id: credential_id, publicKey, counter } = registrationInfo.credential
  return act(actor, (tx) =>
    storePasskey(tx, current, {
      name,
      credential_id,
      public_key: Buffer.from(publicKey),
      counter,
      transports: response.transports ?? [],
    }),
  )
}

type NewPasskey = Pick<
  Selectable<DB['passkeys']>,
  'name' | 'credential_id' | 'public_key' | 'counter' | 'transports'
>

async function storePasskey(tx: Tx, current: Buffer | null, passkey: NewPasskey) {
  const { id } = await lockAgent(tx, tx.actor.id)
  const { totp, passkeys } = await readSecondFactor(tx.db, id)
  if (passkeys >= maxPasskeys)
    throw conflict(`You have ${maxPasskeys} passkeys, which is the maximum. Remove one you no longer use`)
  const row = await tx.db
    .insertInto('passkeys')
    .values({ ...passkey, agent_id: id, created_at: tx.now })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw conflict('You’ve already added this passkey')
  await record(tx, 'agent.passkey_added', id, { passkey: [null, passkey.name] })
  await notifyOfSecurityChange(tx, id, { kind: 'passkey_added', passkey: passkey.name })
  const had_second_factor = totp.enabled || passkeys > 0
  return {
    passkey: presentPasskey(row),
    recovery_codes: await afterFactorAdded(tx, id, { was_on: had_second_factor, current }),
  }
}

export async function renamePasskey(tx: Tx, uuid: string, name: string): Promise<Passkey> {
  const { id } = await lockAgent(tx, tx.actor.id)
  const before = await getOwnPasskey(tx, uuid)
  const row = await tx.db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (before.name !== name) await record(tx, 'agent.passkey_renamed', id, { passkey: [before.name, name] })
  return presentPasskey(row)
}

export async function removePasskey(tx: Tx, uuid: string): Promise<void> {
  const { id } = await lockAgent(tx, tx.actor.id)
  const { name } = await getOwnPasskey(tx, uuid)
  await tx.db.deleteFrom('passkeys').where('id', '=', uuid).execute()
  await record(tx, 'agent.passkey_removed', id, { passkey: [name, null] })
  await notifyOfSecurityChange(tx, id, { kind: 'passkey_removed', passkey: name })
  await afterFactorRemoved(tx, id)
  // It may have been the only way to sign in.
  await assertAdminRemains(tx)
}

async function getOwnPasskey(tx: Tx, uuid: string) {
  const row = await tx.db
    .selectFrom('passkeys')
    .selectAll()
    .where('id', '=', uuid)
    .where('agent_id', '=', tx.actor.id)
    .executeTakeFirst()
  if (!row) throw notFound('Passkey')
  return row
}

const presentPasskey = (row: Selectable<DB['passkeys']>): Passkey => ({
  uuid: row.id,
  name: row.name,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})
