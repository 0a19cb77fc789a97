import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import { AppError, forbidden } from '../../http/errors.ts'
import { passwordMatches } from './password.ts'
import { clearAttempts, countAttempt, refundAttempt } from './rate-limit.ts'

// Failures only. From one place an account can be tried few times; from everywhere many, so that a stranger cannot lock somebody out with
// ten wrong guesses. Whole offices share one address.
const perAccountAndAddress = { tries: 10, window_s: 900 }
const perAccount = { tries: 100, window_s: 900 }
const perAddress = { tries: 60, window_s: 900 }

/** The agent that these credentials belong to. An unknown address and a wrong password answer alike, in the same time. */
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
  // Only this one: signing in to an account of one's own must not wipe out the guesses at others.
  await refundAttempt(db, `login:account:${normalisedEmail}`)
  await refundAttempt(db, `login:ip:${ip}`)
  return agent
}
