import type { Actor } from '../../actor.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import { forbidden, invalid, refused } from '../../http/errors.ts'
import { passwordMatches } from '../auth/password.ts'
import { countTry, forgetTries } from '../auth/rate-limit.ts'

const perAgent = { tries: 10, window_s: 900 }

/**
 * Somebody at a browser that was left open must not be able to change how its owner signs in: the password is asked anew. Slow on purpose;
 * call it outside transactions.
 */
export async function provePassword(
  { db, clock }: { db: Db; clock: Clock },
  actor: Actor,
  password: string,
  path: string,
): Promise<void> {
  if (actor.kind !== 'agent') throw forbidden('An API key cannot change how somebody signs in')
  const tries = `password:${actor.id}`
  await countTry(db, tries, perAgent, clock.now())
  const agent = await db
    .selectFrom('agents')
    .select('password_hash')
    .where('id', '=', actor.id)
    .executeTakeFirst()
  if (!agent?.password_hash)
    throw refused('You have no password yet. Sign out, and ask for a link to set one on the sign-in page')
  if (!(await passwordMatches(password, agent.password_hash)))
    throw invalid(path, 'This is not your password. Try again')
  await forgetTries(db, tries)
}
