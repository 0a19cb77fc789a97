import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import { AppError, forbidden } from '../../http/errors.ts'
import { passwordMatches } from './password.ts'
import { countTry, forgetTries } from './rate-limit.ts'

// Failures only: a success forgets the account's count. Whole offices share one address, so it gets more.
const perAccount = { tries: 10, window_s: 900 }
const perAddress = { tries: 60, window_s: 900 }

/** The agent that these credentials belong to. An unknown address and a wrong password answer alike, in the same time. */
export async function checkCredentials(
  db: Db,
  clock: Clock,
  { email, password, ip }: { email: string; password: string; ip: string },
): Promise<{ id: number }> {
  const address = email.trim().toLowerCase()
  await countTry(db, `login:ip:${ip}`, perAddress, clock.now())
  await countTry(db, `login:account:${address}`, perAccount, clock.now())
  const agent = await db
    .selectFrom('agents')
    .select(['id', 'password_hash', 'enabled'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', address))
    .where('deleted_at', 'is', null)
    .where('is_system', '=', false)
    .executeTakeFirst()
  if (!(await passwordMatches(password, agent?.password_hash ?? null)) || !agent)
    throw new AppError(400, 'InputException', 'The email address or the password is wrong')
  if (!agent.enabled) throw forbidden('This account is disabled. Ask an administrator to enable it')
  await forgetTries(db, `login:account:${address}`)
  await forgetTries(db, `login:ip:${ip}`)
  return agent
}
