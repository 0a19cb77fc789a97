import type { Actor } from '../../actor.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import { clearAttempts, countAttempt } from '../../http/count-attempts.ts'
import { conflict, forbidden, invalid } from '../../http/errors.ts'
import { passwordMatches } from '../../identity/password.ts'
import { isConfirmed } from '../../identity/sign-in-authority.ts'

const perAgentLimit = { tries: 10, window_s: 900 }

/**
 * For additions that need no password if the agent signed in or confirmed their identity recently; agents who use a sign-in provider
 * have none. A given password must still be correct.
 */
export async function assertPresence(
  deps: { db: Db; clock: Clock },
  actor: Actor,
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) return assertPassword(deps, actor, password, 'password')
  assertNotApiKey(actor)
  if (!isConfirmed(actor, deps.clock.now()))
    throw invalid('password', 'Enter your password, or sign out and sign in again')
}

/**
 * Asks for the password again, so that someone at an unlocked browser cannot change how its owner signs in. Deliberately slow: call
 * it outside transactions.
 */
export async function assertPassword(
  { db, clock }: { db: Db; clock: Clock },
  actor: Actor,
  password: string,
  path: string,
): Promise<void> {
  assertNotApiKey(actor)
  const limitKey = `password:${actor.id}`
  await countAttempt(db, limitKey, perAgentLimit, clock.now())
  const agent = await db
    .selectFrom('agents')
    .select('password_hash')
    .where('id', '=', actor.id)
    .executeTakeFirst()
  if (!agent?.password_hash)
    throw conflict(
      'You don’t have a password yet. Sign out and request a link on the sign-in page to set one',
    )
  if (!(await passwordMatches(password, agent.password_hash)))
    throw invalid(path, 'Wrong password. Try again')
  await clearAttempts(db, limitKey)
}

/** An API key must not be able to create a way to sign in as a person. */
export function assertNotApiKey(actor: Actor): void {
  if (actor.kind !== 'agent') throw forbidden('API keys can’t change how someone signs in')
}
