import { type FilterNode, readerFilterValue } from '@parley/contract/shared/filters'
import type { Status } from '@parley/contract/statuses/statuses'
import type { ListKey } from '../../api/conversation-list-queries.ts'

const condition = (field: string, operator: string, value?: number | string): FilterNode => ({
  model: 'conversations',
  field,
  operator,
  ...(value !== undefined && { value: String(value) }),
})

/** Expresses a list as filters alone, including its type and status. */
export function toViewFilters(
  list: Pick<ListKey, 'type' | 'id' | 'status'>,
  filters: readonly FilterNode[],
  statuses: readonly Status[],
): FilterNode[] {
  const status = statuses.find(({ name }) => name === list.status)
  return [
    ...listTypeFilters(list),
    ...(status ? [condition('status_id', 'equals', status.id)] : []),
    ...filters,
  ]
}

function listTypeFilters({ type, id }: Pick<ListKey, 'type' | 'id'>): FilterNode[] {
  switch (type) {
    case 'assigned':
      return [condition('assigned_user_id', 'equals', readerFilterValue)]
    case 'unassigned':
      return [condition('assigned_user_id', 'not set'), condition('assigned_team_id', 'not set')]
    case 'team':
      return [condition('assigned_team_id', 'equals', id), condition('assigned_user_id', 'not set')]
    default:
      return []
  }
}
