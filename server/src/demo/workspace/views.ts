import type { Tx } from '../../db/transaction.ts'
import { createView } from '../../features/views/write-view.ts'
import type { AgentKey } from './sample-data.ts'
import type { SampleWorkspace } from './sample-workspace.ts'

const filterRow = (field: string, operator: string, value?: number | string) => ({
  model: 'conversations',
  field,
  operator,
  ...(value !== undefined && { value: String(value) }),
})
const high = filterRow('priority_id', 'equals', 3)
const open = filterRow('status_id', 'equals', 1)

/** The agents whose accounts visitors can try; they get sample views. */
export const viewOwners: readonly AgentKey[] = ['noor', 'mila']

export async function createViews(tx: Tx, workspace: SampleWorkspace): Promise<void> {
  const refunds = filterRow('tags', 'contains', JSON.stringify([workspace.tags.refund]))
  await createView(tx, { name: 'Urgent and open', filters: [high, open] })
  await createView(tx, {
    name: 'Billing',
    filters: [{ any: [refunds, filterRow('assigned_team_id', 'equals', workspace.teams.Billing)] }],
  })
  await createView(tx, {
    name: 'Unassigned and open',
    filters: [open, filterRow('assigned_user_id', 'not set')],
  })
}
