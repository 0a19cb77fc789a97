import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { conflict } from '../../http/errors.ts'

/**
 * Rejects a change after which no one who can sign in could administer the workspace. Call it after writing. The lock on the role
 * makes two administrators who remove each other at the same time take turns.
 */
export async function assertAdminRemains(tx: Tx): Promise<void> {
  const admin = await tx.db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'Admin')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if ((await listAdminsWhoCanSignIn(tx.db, admin.id)).length === 0) throw conflict(lastAdminRefusal)
}

export const lastAdminRefusal =
  'This is the last administrator who can sign in. Give someone else the role Admin, and wait until they have signed in'

/** Whether this agent is the only administrator who can sign in. */
export async function isLastAdmin(db: Db, agent_id: number): Promise<boolean> {
  const admins = await listAdminsWhoCanSignIn(
    db,
    db.selectFrom('roles').select('id').where('name', '=', 'Admin'),
  )
  return admins.every(({ id }) => id === agent_id)
}

/**
 * A password or a passkey suffices. Otherwise a sign-in provider counts for agents who have signed in before; whether it knows
 * anyone else cannot be determined here.
 */
const canSignIn = sql<boolean>`(a.enabled and a.deleted_at is null and (
  a.password_hash is not null
  or exists (select from passkeys pk where pk.agent_id = a.id)
  or (a.last_login_at is not null and exists (select from oidc_providers op where op.enabled))))`

/** At most two: more make no difference. */
const listAdminsWhoCanSignIn = (db: Db, role: number | SelectQueryBuilder<DB, 'roles', { id: number }>) =>
  db
    .selectFrom('agent_roles as ar')
    .innerJoin('agents as a', 'a.id', 'ar.agent_id')
    .select('a.id')
    .where('ar.role_id', '=', role)
    .where(canSignIn)
    .limit(2)
    .execute()
