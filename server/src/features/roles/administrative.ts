import { grantRefusal, lackedBy } from '@parley/contract/permissions'
import { sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Tx } from '../../db/transact.ts'
import { forbidden } from '../../http/errors.ts'

/**
 * Who manages people or roles hands out no administrative right that they lack; otherwise either of the two would be every right, by
 * giving it to oneself.
 */
export function mustHoldGiven(actor: Actor, permissions: readonly string[]): void {
  const refusal = grantRefusal(actor, permissions)
  if (refusal) throw forbidden(refusal)
}

/** Nor do they take over an account that has one: its password, its address and its key are its rights. */
export async function mustNotOutrank(tx: Tx, agent_id: number): Promise<void> {
  if (agent_id === tx.actor.id) return
  const missing = lackedBy(tx.actor, await permissionsOfRoles(tx, { agent_id }))
  if (missing)
    throw forbidden(`This agent has the right "${missing}", which you do not have. Ask an administrator`)
}

export async function permissionsOfRoles(
  tx: Tx,
  of: { agent_id: number } | { names: readonly string[] },
): Promise<string[]> {
  const which =
    'names' in of
      ? sql`r.name = any(${[...of.names]})`
      : sql`r.id in (select role_id from agent_roles where agent_id = ${of.agent_id})`
  const { rows } = await sql<{ permission: string }>`
    select distinct unnest(r.permissions) as permission from roles r where ${which} order by 1`.execute(tx.db)
  return rows.map((row) => row.permission)
}
