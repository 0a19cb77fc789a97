import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import { clearAttempts, countAttempt, refundAttempt } from '../../http/count-attempts.ts'
import { AppError, forbidden } from '../../http/errors.ts'
import { passwordMatches } from '../../identity/password.ts'

// Only failures count. The limit per account is low from one address and high overall, so that a stranger cannot lock someone out
// with ten wrong passwords. Whole offices share one address.
const perAccountAndAddress = { tries: 10, window_s: 900 }
const perAccount = { tries: 100, window_s: 900 }
const perAddress = { tries: 60, window_s: 900 }

/** Returns the agent with these credentials. An unknown address and a wrong password give the same response in the same time. */
export async function checkCredentials(
  db: Db,
  clock: Clock,
  { email, password, ip }: { email: string; password: string; ip: string },
): Promise<{ id: number }> {
  const normalisedEmail = email.trim().toLowerCase().slice(0, 320)
  const accountAndAddressKey = `login:account:${normalisedEmail}:${ip}`
  await countAttempt(db, `login:ip:${ip}`, perAddress, clock.now())
  await countAttempt(db, accountAndAddressKey, perAccountAndAddress, clock.now())
  await countAttempt(db, `login:account:${normalisedEmail}`, perAccount, clock.now())
  const agent = await db
    .selectFrom('agents')
    .select(['id', 'password_hash', 'enabled'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', normalisedEmail))
    .where('deleted_at', 'is', null)
    .where('is_system', '=', false)
    .executeTakeFirst()
  if (!(await passwordMatches(password, agent?.password_hash ?? null)) || !agent)
    throw new AppError(400, 'InputException', 'Wrong email address or password')
  if (!agent.enabled) throw forbidden('This account is disabled. Ask an administrator to enable it')
  await clearAttempts(db, accountAndAddressKey)
  // Refund only this attempt: signing in to one's own account must not clear attempts on others.
  await refundAttempt(db, `login:account:${normalisedEmail}`)
  await refundAttempt(db, `login:ip:${ip}`)
  return agent
}
