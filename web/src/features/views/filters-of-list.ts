import type { FilterNode } from '@parley/contract/filters'
import type { Status } from '@parley/contract/lookups'
import type { ListKey } from '../../api/conversation-lists.ts'

const row = (field: string, operator: string, value?: number): FilterNode => ({
  model: 'conversations',
  field,
  operator,
  ...(value !== undefined && { value: String(value) }),
})

/** What a list on the page shows, said by filters alone: which inbox it is and its status count among them. */
export function filtersOfList(
  list: Pick<ListKey, 'type' | 'id' | 'status'>,
  filters: readonly FilterNode[],
  known: { statuses: readonly Status[]; my_id: number },
): FilterNode[] {
  const status = known.statuses.find(({ name }) => name === list.status)
  return [
    ...placeOf(list, known.my_id),
    ...(status ? [row('status_id', 'equals', status.id)] : []),
    ...filters,
  ]
}

function placeOf({ type, id }: Pick<ListKey, 'type' | 'id'>, my_id: number): FilterNode[] {
  switch (type) {
    case 'assigned':
      return [row('assigned_user_id', 'equals', my_id)]
    case 'unassigned':
      return [row('assigned_user_id', 'not set'), row('assigned_team_id', 'not set')]
    case 'team':
      return [row('assigned_team_id', 'equals', id), row('assigned_user_id', 'not set')]
    case 'all':
    case 'view':
      return []
  }
}
