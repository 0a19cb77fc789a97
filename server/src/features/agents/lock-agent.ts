import type { Tx } from '../../db/transaction.ts'
import { assertNotOutranked } from '../roles/grant-checks.ts'
import { type AgentRow, agentEntity } from './agents.ts'

/** Locks an agent for changes. Throws 403 for someone with administrative permissions that the actor lacks. */
export async function lockAgent(tx: Tx, id: number): Promise<AgentRow> {
  const agent = await agentEntity.lock(tx, id)
  await assertNotOutranked(tx, id)
  return agent
}
