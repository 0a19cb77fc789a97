import type { Tx } from '../db/transact.ts'
import { createView } from '../features/views/views.ts'
import type { AgentKey } from './cast.ts'
import type { Stage } from './workspace.ts'

const row = (field: string, operator: string, value?: number | string) => ({
  model: 'conversations',
  field,
  operator,
  ...(value !== undefined && { value: String(value) }),
})
const high = row('priority_id', 'equals', 3)
const open = row('status_id', 'equals', 1)

/** What the two agents who can be tried out have kept in their panels. */
export const viewers: readonly AgentKey[] = ['noor', 'mila']

export async function saveViews(tx: Tx, stage: Stage): Promise<void> {
  const refunds = row('tags', 'contains', JSON.stringify([stage.tags.refund]))
  await createView(tx, { name: 'Urgent and open', filters: [high, open] })
  await createView(tx, {
    name: 'Money matters',
    filters: [{ any: [refunds, row('assigned_team_id', 'equals', stage.teams.Billing)] }],
  })
  await createView(tx, { name: 'Nobody has it', filters: [open, row('assigned_user_id', 'not set')] })
}
