import type { NewPasskeyAnswer, Passkey } from '@parley/contract/passkeys'
import type { Selectable } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Act, Tx } from '../../db/transact.ts'
import { invalid, notFound, refused } from '../../http/errors.ts'
import { recordsOf } from '../../spine/records-of.ts'
import { keepAnAdmin } from '../agents/keep-an-admin.ts'
import { lockAgent } from '../agents/lock.ts'
import { keepChallenge, takeChallenge } from '../auth/passkey-challenge.ts'
import { passkeysOf } from '../auth/passkey-sign-in.ts'
import type { RelyingParty } from '../auth/relying-party.ts'
import { tellOfSecurityChange } from '../system-mail/security-change.ts'
import { afterAdding, afterRemoving, readSecondFactor } from './second-factor.ts'

/** EdDSA, ES256 and RS256 (COSE): what authenticators offer. The library's own list asks Node for algorithms that are still experiments. */
const supportedAlgorithmIDs = [-8, -7, -257]
/** Nobody has so many devices; each is one more way in. */
const most = 20

// Loaded at first use: it brings readers of certificates.
const webauthn = () => import('@simplewebauthn/server')
const record = recordsOf('agent')

export async function listPasskeys(db: Db, agent_id: number): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('agent_id', '=', agent_id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(present)
}

/** What the browser needs to make a passkey that finds its owner by itself, after it has seen them. */
export async function offerPasskey(
  db: Db,
  { actor, clock, party }: { actor: Actor; clock: Clock; party: RelyingParty },
): Promise<{ ticket: string; options: Record<string, unknown> }> {
  const { email, first_name, last_name, passkey_user } = await db
    .selectFrom('agents')
    .select(['email', 'first_name', 'last_name', 'passkey_user'])
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: new Uint8Array(Buffer.from(passkey_user.replaceAll('-', ''), 'hex')),
    userName: email,
    userDisplayName: `${first_name} ${last_name}`.trim(),
    attestationType: 'none',
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    // A device that has one already says so.
    excludeCredentials: (await passkeysOf(db, actor.id)).map(({ credential_id, transports }) => ({
      id: credential_id,
      transports,
    })),
  })
  const { challenge } = options
  const ticket = await keepChallenge(db, clock.now(), { purpose: 'add', agent_id: actor.id, challenge })
  return { ticket, options: { ...options } }
}

/** The passkey as kept, and recovery codes when it is the first second factor. */
export async function addPasskey(
  { db, act, clock }: { db: Db; act: Act; clock: Clock },
  { actor, party, current }: { actor: Actor; party: RelyingParty; current: Buffer | null },
  { ticket, name, answer }: { ticket: string; name: string; answer: NewPasskeyAnswer },
): Promise<{ passkey: Passkey; recovery_codes: string[] | null }> {
  const held = await takeChallenge(db, clock.now(), { ticket, purpose: 'add' })
  if (!held || held.agent_id !== actor.id) throw invalid('ticket', 'This took too long. Start again')
  const { verifyRegistrationResponse } = await webauthn()
  const { response, ...credential } = answer
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...credential,
      response: { ...response, transports: response.transports ?? [] },
      clientExtensionResults: {},
      type: 'public-key',
    },
    expectedChallenge: held.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo)
    throw invalid('answer', 'This passkey could not be checked. Try again, or use another device')
  const { id: credential_id, publicKey, counter } = registrationInfo.credential
  return act(actor, (tx) =>
    keep(tx, current, {
      name,
      credential_id,
      public_key: Buffer.from(publicKey),
      counter,
      transports: response.transports ?? [],
    }),
  )
}

type Made = Pick<
  Selectable<DB['passkeys']>,
  'name' | 'credential_id' | 'public_key' | 'counter' | 'transports'
>

async function keep(tx: Tx, current: Buffer | null, made: Made) {
  const { id } = await lockAgent(tx, tx.actor.id)
  const { totp, passkeys } = await readSecondFactor(tx.db, id)
  if (passkeys >= most) throw refused(`You have ${most} passkeys already. Remove one that you no longer use`)
  const row = await tx.db
    .insertInto('passkeys')
    .values({ ...made, agent_id: id, created_at: tx.now })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw refused('This passkey is known already')
  await record(tx, 'agent.passkey_added', id, { passkey: [null, made.name] })
  await tellOfSecurityChange(tx, id, { kind: 'passkey_added', passkey: made.name })
  const was_on = totp.enabled || passkeys > 0
  return { passkey: present(row), recovery_codes: await afterAdding(tx, id, { was_on, current }) }
}

export async function renamePasskey(tx: Tx, uuid: string, name: string): Promise<Passkey> {
  const { id } = await lockAgent(tx, tx.actor.id)
  const before = await own(tx, uuid)
  const row = await tx.db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (before.name !== name) await record(tx, 'agent.passkey_renamed', id, { passkey: [before.name, name] })
  return present(row)
}

export async function removePasskey(tx: Tx, uuid: string): Promise<void> {
  const { id } = await lockAgent(tx, tx.actor.id)
  const { name } = await own(tx, uuid)
  await tx.db.deleteFrom('passkeys').where('id', '=', uuid).execute()
  await record(tx, 'agent.passkey_removed', id, { passkey: [name, null] })
  await tellOfSecurityChange(tx, id, { kind: 'passkey_removed', passkey: name })
  await afterRemoving(tx, id)
  // It may have been the only way in.
  await keepAnAdmin(tx)
}

async function own(tx: Tx, uuid: string) {
  const row = await tx.db
    .selectFrom('passkeys')
    .selectAll()
    .where('id', '=', uuid)
    .where('agent_id', '=', tx.actor.id)
    .executeTakeFirst()
  if (!row) throw notFound('Passkey')
  return row
}

const present = (row: Selectable<DB['passkeys']>): Passkey => ({
  uuid: row.id,
  name: row.name,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})
