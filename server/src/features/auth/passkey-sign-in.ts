import type { PasskeyAnswer } from '@parley/contract/passkeys'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transact.ts'
import { forbidden, invalid } from '../../http/errors.ts'
import { actorOfAgent } from './load-actor.ts'
import { keepChallenge, takeChallenge } from './passkey-challenge.ts'
import { countTry, takeBackTry } from './rate-limit.ts'
import type { RelyingParty } from './relying-party.ts'
import { hashToken } from './session.ts'

type Means = { db: Db; act: Act; clock: Clock; ip: string; party: RelyingParty }

// Whole offices share one address. A passkey cannot be guessed: these only bound what strangers can have the server do.
const asked = { tries: 120, window_s: 900 }
const failed = { tries: 30, window_s: 900 }

// Loaded at first use: it brings readers of certificates.
const webauthn = () => import('@simplewebauthn/server')

/**
 * What the browser shows to its passkeys. After the password, with the ticket of that sign-in, only the agent's own will do; before it any
 * of this workspace, and it says whose it is.
 */
export async function askPasskey(
  { db, clock, ip, party }: Omit<Means, 'act'>,
  sign_in: string | undefined,
): Promise<{ ticket: string; options: Record<string, unknown> }> {
  const now = clock.now()
  await countTry(db, `passkey:asked:${ip}`, asked, now)
  const agent_id = sign_in === undefined ? null : await agentOfTicket(db, now, sign_in)
  return challengePasskey(db, now, party, { purpose: 'sign_in', agent_id })
}

/** What the browser shows to the passkeys of this agent, or to all of this workspace when there is none. */
export async function challengePasskey(
  db: Db,
  now: Date,
  party: RelyingParty,
  asked: { purpose: 'confirm'; agent_id: number } | { purpose: 'sign_in'; agent_id: number | null },
): Promise<{ ticket: string; options: Record<string, unknown> }> {
  const own = asked.agent_id === null ? [] : await passkeysOf(db, asked.agent_id)
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    allowCredentials: own.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
  })
  const ticket = await keepChallenge(db, now, { ...asked, challenge: options.challenge })
  return { ticket, options: { ...options } }
}

/** The agent whose passkey answered. It has seen its owner (by finger, face or code), and so stands for both factors. */
export async function takePasskey(
  { db, act, clock, ip, party }: Means,
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
  const tries = `passkey:failed:${ip}`
  await countTry(db, tries, failed, now)
  const held = await takeChallenge(db, now, { ticket, purpose })
  if (!held) throw invalid('ticket', 'This sign-in took too long. Start again')
  const passkey = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', answer.id)
    .$if(held.agent_id !== null, (own) => own.where('agent_id', '=', held.agent_id))
    .executeTakeFirst()
  if (!passkey) throw unknownPasskey()
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {}, type: 'public-key' },
    expectedChallenge: held.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => ({ verified: false, authenticationInfo: null }))
  if (!verified || !authenticationInfo) throw unknownPasskey()
  const actor = await actorOfAgent(db, passkey.agent_id)
  if (!actor) throw forbidden('This account is disabled. Ask an administrator to enable it')
  const { newCounter } = authenticationInfo
  await act(actor, async (tx) => {
    // On the row as it is now: of two copies that answer at once one counts.
    const used = await tx.db
      .updateTable('passkeys')
      .set({ counter: newCounter, last_used_at: tx.now })
      .where('id', '=', passkey.id)
      .$if(newCounter > 0, (row) => row.where('counter', '<', newCounter))
      .returning('id')
      .executeTakeFirst()
    if (!used) throw unknownPasskey()
    if (sign_in) await tx.db.deleteFrom('sign_in_tickets').where('id_hash', '=', hashToken(sign_in)).execute()
  })
  await takeBackTry(db, tries)
  return { id: passkey.agent_id }
}

const unknownPasskey = () =>
  invalid('passkey', 'This passkey does not let you in. It may have been removed: sign in another way')

async function agentOfTicket(db: Db, now: Date, ticket: string): Promise<number> {
  const held = await db
    .selectFrom('sign_in_tickets')
    .select('agent_id')
    .where('id_hash', '=', hashToken(ticket))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!held) throw invalid('ticket', 'This sign-in took too long. Start again')
  return held.agent_id
}

/** As the browser is told of them. */
export async function passkeysOf(db: Db, agent_id: number) {
  return db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('agent_id', '=', agent_id)
    .execute()
}
