import type { SelectQueryBuilder } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transact.ts'
import { refused } from '../../http/errors.ts'

/**
 * Refuses a change after which nobody could set anything up any more; called when the rows are written. The lock on the role makes two
 * administrators who remove each other at the same moment take turns.
 */
export async function keepAnAdmin(tx: Tx): Promise<void> {
  const admin = await tx.db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'Admin')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if ((await listAdmins(tx.db, admin.id)).length === 0) throw refused(lastAdminRefusal)
}

export const lastAdminRefusal = 'This is the last administrator. Give somebody else the role Admin first'

/** Whether nobody else could set anything up. */
export async function isLastAdmin(db: Db, agent_id: number): Promise<boolean> {
  const admins = await listAdmins(db, db.selectFrom('roles').select('id').where('name', '=', 'Admin'))
  return admins.length === 1 && admins[0]?.id === agent_id
}

/** Two at most: more decide nothing. */
const listAdmins = (db: Db, role: number | SelectQueryBuilder<DB, 'roles', { id: number }>) =>
  db
    .selectFrom('agent_roles as ar')
    .innerJoin('agents as a', 'a.id', 'ar.agent_id')
    .select('a.id')
    .where('ar.role_id', '=', role)
    .where('a.enabled', '=', true)
    .where('a.deleted_at', 'is', null)
    .limit(2)
    .execute()
