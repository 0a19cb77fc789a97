import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'

/**
 * Deletes every rate limit that keeps an agent from signing in, including those of the IP addresses the account was tried from: the
 * person asking for help is at one of them. Returns whether there were any.
 */
export async function resetSignInLimits(
  tx: Tx,
  { id, email }: { id: number; email: string },
): Promise<boolean> {
  const account = `login:account:${email.toLowerCase()}`
  const reset = `reset:account:${email.toLowerCase()}`
  const prefix = `${account}:`
  const { rows } = await sql`
    with addresses as (
      select substr(key, ${prefix.length + 1}) as ip from rate_limits where starts_with(key, ${prefix})
    )
    delete from rate_limits where key in (${account}, ${reset}, ${`second-factor:${id}`}, ${`password:${id}`})
      or starts_with(key, ${prefix}) or starts_with(key, ${`${reset}:`})
      or key in (select unnest(array['login:ip:' || ip, 'reset:ip:' || ip, 'passkey:failed:' || ip]) from addresses)
    returning key`.execute(tx.db)
  return rows.length > 0
}
