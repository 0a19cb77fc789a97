import type { PasskeyAnswer } from '@parley/contract/auth/passkeys'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/pool.ts'
import type { Act } from '../../../db/transaction.ts'
import { countAttempt, refundAttempt } from '../../../http/count-attempts.ts'
import { forbidden, invalid } from '../../../http/errors.ts'
import { findActorByAgentId } from '../../../identity/load-actor.ts'
import type { RelyingParty } from '../../../identity/relying-party.ts'
import { hashToken } from '../../../identity/sessions/session.ts'
import { consumeChallenge, storeChallenge } from './passkey-challenge.ts'

type Deps = { db: Db; act: Act; clock: Clock; ip: string; party: RelyingParty }

// Whole offices share one address. Passkeys cannot be guessed: these limits only bound the load that strangers can cause.
const challengesPerAddress = { tries: 120, window_s: 900 }
const failuresPerAddress = { tries: 30, window_s: 900 }

// Loaded on first use: it pulls in certificate parsers.
const loadWebAuthn = () => import('@simplewebauthn/server')

/**
 * Sign-in options for the browser. With the ticket of a password sign-in, only that agent's passkeys are accepted; without one, any
 * passkey of the workspace, which identifies its owner.
 */
export async function startPasskeySignIn(
  { db, clock, ip, party }: Omit<Deps, 'act'>,
  sign_in: string | undefined,
): Promise<{ ticket: string; options: Record<string, unknown> }> {
  const now = clock.now()
  await countAttempt(db, `passkey:asked:${ip}`, challengesPerAddress, now)
  const agent_id = sign_in === undefined ? null : await getAgentIdOfTicket(db, now, sign_in)
  return createPasskeyChallenge(db, now, party, { purpose: 'sign_in', agent_id })
}

/** Options for the passkeys of this agent, or of anyone in the workspace if `agent_id` is null. */
export async function createPasskeyChallenge(
  db: Db,
  now: Date,
  party: RelyingParty,
  challengeFor: { purpose: 'confirm'; agent_id: number } | { purpose: 'sign_in'; agent_id: number | null },
): Promise<{ ticket: string; options: Record<string, unknown> }> {
  const own = challengeFor.agent_id === null ? [] : await listCredentials(db, challengeFor.agent_id)
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    allowCredentials: own.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
  })
  const ticket = await storeChallenge(db, now, { ...challengeFor, challenge: options.challenge })
  return { ticket, options: { ...options } }
}

/** The agent whose passkey answered. The device has verified its user (by fingerprint, face or PIN), so it counts as both factors. */
export async function verifyPasskey(
  { db, act, clock, ip, party }: Deps,
  {
    ticket,
    answer,
    sign_in,
    purpose = 'sign_in',
  }: {
    ticket: string
    answer: PasskeyAnswer
    sign_in?: string | undefined
    purpose?: 'sign_in' | 'confirm'
  },
): Promise<{ id: number }> {
  const now = clock.now()
  const limitKey = `passkey:failed:${ip}`
  await countAttempt(db, limitKey, failuresPerAddress, now)
  const pending = await consumeChallenge(db, now, { ticket, purpose })
  if (!pending) throw invalid('ticket', 'This sign-in took too long. Start again')
  const passkey = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', answer.id)
    .$if(pending.agent_id !== null, (own) => own.where('agent_id', '=', pending.agent_id))
    .executeTakeFirst()
  if (!passkey) throw passkeyRejected()
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {}, type: 'public-key' },
    expectedChallenge: pending.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => ({ verified: false, authenticationInfo: null }))
  if (!verified || !authenticationInfo) throw passkeyRejected()
  const actor = await findActorByAgentId(db, passkey.agent_id)
  if (!actor) throw forbidden('This account is disabled. Ask an administrator to enable it')
  const { newCounter } = authenticationInfo
  await act(actor, async (tx) => {
    // Update the current row: of two clones that answer at the same time, only one succeeds.
    const used = await tx.db
      .updateTable('passkeys')
      .set({ counter: newCounter, last_used_at: tx.now })
      .where('id', '=', passkey.id)
      .$if(newCounter > 0, (row) => row.where('counter', '<', newCounter))
      .returning('id')
      .executeTakeFirst()
    if (!used) throw passkeyRejected()
    if (sign_in) await tx.db.deleteFrom('sign_in_tickets').where('id_hash', '=', hashToken(sign_in)).execute()
  })
  await refundAttempt(db, limitKey)
  return { id: passkey.agent_id }
}

const passkeyRejected = () =>
  invalid('passkey', 'This passkey can’t be used to sign in. It may have been removed. Sign in another way')

async function getAgentIdOfTicket(db: Db, now: Date, ticket: string): Promise<number> {
  const row = await db
    .selectFrom('sign_in_tickets')
    .select('agent_id')
    .where('id_hash', '=', hashToken(ticket))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) throw invalid('ticket', 'This sign-in took too long. Start again')
  return row.agent_id
}

/** The credentials as browsers expect them. */
export async function listCredentials(db: Db, agent_id: number) {
  return db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('agent_id', '=', agent_id)
    .execute()
}
