import { type Confirmation, confirmationDuration_ms } from '@parley/contract/auth/identity-confirmation'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import { isConfirmed } from '../../identity/sign-in-authority.ts'
import { listCredentials } from '../auth/passkeys/passkey-sign-in.ts'
import { listEnabledProviders } from '../oidc/providers.ts'

/** Whether the actor's session is confirmed, and the methods this agent can use to confirm it. */
export async function readConfirmation(
  db: Db,
  actor: Actor,
  { session, now }: { session: Buffer | null; now: Date },
): Promise<Confirmation> {
  const [{ password_hash }, passkeys, signed_in_with, providers] = await Promise.all([
    db.selectFrom('agents').select('password_hash').where('id', '=', actor.id).executeTakeFirstOrThrow(),
    listCredentials(db, actor.id),
    session && signInMethod(db, session),
    listEnabledProviders(db),
  ])
  const password = password_hash !== null
  const passkey = passkeys.length > 0
  const usesProvider = signed_in_with === 'sso' || (!password && !passkey)
  const until = actor.confirmed_at && new Date(actor.confirmed_at.getTime() + confirmationDuration_ms)
  return {
    confirmed_until: until && isConfirmed(actor, now) ? until.toISOString() : null,
    methods: {
      password,
      passkey,
      oidc: usesProvider ? providers.map(({ id, name }) => ({ id, name })) : [],
    },
  }
}

async function signInMethod(db: Db, id_hash: Buffer): Promise<string | null> {
  const row = await db
    .selectFrom('sessions')
    .select('signed_in_with')
    .where('id_hash', '=', id_hash)
    .executeTakeFirst()
  return row?.signed_in_with ?? null
}
