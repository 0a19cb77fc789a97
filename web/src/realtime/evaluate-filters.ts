import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import { type FilterNode, type FilterRow, isFilterGroup } from '@parley/contract/shared/filters'

type Row = Pick<
  ConversationListItem,
  'status_id' | 'priority_id' | 'assigned_user_id' | 'assigned_team_id' | 'inbox_id'
>

/**
 * Whether a row matches a list's filters, as far as the client can tell: only ids are comparable. Null when the
 * server has to decide.
 */
export function evaluateFilters(nodes: readonly FilterNode[], row: Row): boolean | null {
  const verdicts = nodes.map((node) => evaluateNode(node, row))
  if (verdicts.includes(false)) return false
  return verdicts.includes(null) ? null : true
}

function evaluateNode(node: FilterNode, row: Row): boolean | null {
  if (!isFilterGroup(node)) return evaluateCondition(node, row)
  if ('all' in node) return evaluateFilters(node.all, row)
  const verdicts = node.any.map((part) => evaluateNode(part, row))
  if (verdicts.includes(true)) return true
  return verdicts.includes(null) ? null : false
}

const comparableColumns = [
  'status_id',
  'priority_id',
  'assigned_user_id',
  'assigned_team_id',
  'inbox_id',
] as const

function evaluateCondition({ model, field, operator, value }: FilterRow, row: Row): boolean | null {
  const column =
    (model ?? '') === '' || model === 'conversations'
      ? comparableColumns.find((one) => one === field)
      : undefined
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
