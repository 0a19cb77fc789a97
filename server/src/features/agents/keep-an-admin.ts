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
  const left = await tx.db
    .selectFrom('agent_roles as ar')
    .innerJoin('agents as a', 'a.id', 'ar.agent_id')
    .select('a.id')
    .where('ar.role_id', '=', admin.id)
    .where('a.enabled', '=', true)
    .where('a.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!left) throw refused('This is the last administrator. Give somebody else the role Admin first')
}
