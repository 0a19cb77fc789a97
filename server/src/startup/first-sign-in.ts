import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { Secrets } from '../secrets.ts'

/** How to sign in for the first time, printed on each start until someone has signed in. */
export async function firstSignInLines(db: Db, secrets: Pick<Secrets, 'open'>): Promise<string[]> {
  const { rows } = await sql<{ email: string; sealed_password: string | null }>`
    select a.email, p.sealed_password from agents a left join initial_passwords p on p.agent_id = a.id
    where a.deleted_at is null and a.enabled and not a.is_system
      and exists (select from agent_roles ar join roles r on r.id = ar.role_id where ar.agent_id = a.id and r.name = 'Admin')
      and not exists (select from agents where last_login_at is not null)
    order by a.id limit 1`.execute(db)
  const [admin] = rows
  if (!admin) return []
  const password = admin.sealed_password === null ? null : tryUnseal(admin.sealed_password, secrets)
  return [
    `Sign in as ${admin.email}`,
    password === null
      ? `If the password is lost, set a new one with: npm run admin -- reset-password ${admin.email}`
      : `with the password ${password} (shown until someone has signed in; change it afterwards)`,
  ]
}

/** Null if it was sealed with another key. */
function tryUnseal(sealed: string, secrets: Pick<Secrets, 'open'>): string | null {
  try {
    return secrets.open(sealed)
  } catch {
    return null
  }
}
