import { readerFilterValue } from '@parley/contract/shared/filters'
import type { Tx } from '../../db/transaction.ts'
import { createOwnView, createView } from '../../features/views/write-view.ts'
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
  await createOwnView(tx, { name: 'Urgent and open', filters: [high, open] })
  await createOwnView(tx, {
    name: 'Billing',
    filters: [{ any: [refunds, filterRow('assigned_team_id', 'equals', workspace.teams.Billing)] }],
  })
  await createOwnView(tx, {
    name: 'Unassigned and open',
    filters: [open, filterRow('assigned_user_id', 'not set')],
  })
}

/** For a team and for everyone. */
export async function createSharedViews(tx: Tx, workspace: SampleWorkspace): Promise<void> {
  const refunds = filterRow('tags', 'contains', JSON.stringify([workspace.tags.refund]))
  const mine = filterRow('assigned_user_id', 'equals', readerFilterValue)
  for (const { name, filters } of [
    { name: 'High priority', filters: [high, open] },
    { name: 'Mine, high priority', filters: [mine, high] },
  ])
    await createView(tx, { name, filters, visibility: 'all', team_id: null })
  const team_id = workspace.teams.Billing
  await createView(tx, { name: 'Refunds to pay', filters: [refunds, open], visibility: 'team', team_id })
}
