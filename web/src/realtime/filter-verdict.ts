import type { ConversationListItem } from '@parley/contract/conversations'
import { type FilterNode, type FilterRow, isGroup } from '@parley/contract/filters'

type Row = Pick<
  ConversationListItem,
  'status_id' | 'priority_id' | 'assigned_user_id' | 'assigned_team_id' | 'inbox_id'
>

/**
 * Whether a row passes a list's filters, as far as that can be said without the server: ids can be compared, and what they decide needs no
 * request. Everything else is null.
 */
export function filterVerdict(nodes: readonly FilterNode[], row: Row): boolean | null {
  const verdicts = nodes.map((node) => nodeVerdict(node, row))
  if (verdicts.includes(false)) return false
  return verdicts.includes(null) ? null : true
}

function nodeVerdict(node: FilterNode, row: Row): boolean | null {
  if (!isGroup(node)) return rowVerdict(node, row)
  if ('all' in node) return filterVerdict(node.all, row)
  const verdicts = node.any.map((part) => nodeVerdict(part, row))
  if (verdicts.includes(true)) return true
  return verdicts.includes(null) ? null : false
}

const known = ['status_id', 'priority_id', 'assigned_user_id', 'assigned_team_id', 'inbox_id'] as const

function rowVerdict({ model, field, operator, value }: FilterRow, row: Row): boolean | null {
  const column =
    (model ?? '') === '' || model === 'conversations' ? known.find((one) => one === field) : undefined
  if (!column) return null
  const id = row[column]
  switch (operator) {
    case 'set':
      return id !== null
    case 'not set':
      return id === null
    case 'equals':
      return id === Number(value)
    case 'not equals':
      return id !== null && id !== Number(value)
    default:
      return null
  }
}
