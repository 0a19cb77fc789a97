import type { Selectable } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { notFound } from '../../http/errors.ts'
import { assertNotOutranked } from '../roles/grant-checks.ts'

export type AgentRow = Selectable<DB['agents']>

/** Locks an agent for changes. Throws 404 for the System agent, and 403 for someone with administrative permissions that the actor lacks. */
export async function lockAgent(tx: Tx, id: number): Promise<AgentRow> {
  const agent = await tx.db
    .selectFrom('agents')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('is_system', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!agent) throw notFound('Agent')
  await assertNotOutranked(tx, id)
  return agent
}
