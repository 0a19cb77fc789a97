import { z } from 'zod'

/** One condition, as clients send it: values may be strings, numbers or lists, and a list may come as JSON in a string. */
export type FilterRow = { model?: string | null; field: string; operator: string; value?: unknown }

/**
 * A list of these is AND-ed. `any` holds when one of its parts does, `all` when every part does, and both nest:
 * `[{"field":"status_id","operator":"equals","value":1}, {"any":[{"field":"priority_id","operator":"equals","value":3}, {"all":[…]}]}]`
 */
export type FilterNode = FilterRow | { any: FilterNode[] } | { all: FilterNode[] }

/** How a filter travels. The server reads it strictly and names the row that it cannot read (server/src/http/requests/parse-filters.ts). */
export const FilterJson = z
  .record(z.string(), z.unknown())
  .describe('{model, field, operator, value}, or {any: […]} or {all: […]} of such')

/** Rows in all, and groups within groups. */
export const filterLimits = { rows: 50, depth: 3 }

export const filterOperators = [
  'equals',
  'not equals',
  'set',
  'not set',
  'contains',
  'not contains',
  'ilike',
  'greater than',
  'less than',
  'in',
  'between',
] as const
export type FilterOperator = (typeof filterOperators)[number]

const comparisonOperators = ['greater than', 'less than', 'in', 'between'] as const
/** What fits which kind of field. `choice` is one of a list, by id; `tags` are several of a list. */
export const filterOperatorsByKind = {
  choice: ['equals', 'not equals', 'set', 'not set', ...comparisonOperators],
  tags: ['contains', 'not contains', 'set', 'not set', 'in'],
  text: ['equals', 'not equals', 'set', 'not set', 'contains', 'not contains', 'ilike', 'in'],
  instant: ['equals', 'not equals', 'set', 'not set', ...comparisonOperators],
  date: ['equals', 'not equals', 'set', 'not set', ...comparisonOperators],
  number: ['equals', 'not equals', 'set', 'not set', ...comparisonOperators],
  boolean: ['equals', 'not equals', 'set', 'not set'],
} as const satisfies Record<string, readonly FilterOperator[]>
export type FilterFieldKind = keyof typeof filterOperatorsByKind

/** What conversations can be filtered by. Custom attributes come on top, by key, under the two models of `attributeModels`. */
export const conversationFilterFields = {
  conversations: {
    status_id: 'choice',
    priority_id: 'choice',
    assigned_team_id: 'choice',
    assigned_user_id: 'choice',
    inbox_id: 'choice',
    tags: 'tags',
    subject: 'text',
    reference_number: 'text',
    created_at: 'instant',
    last_message_at: 'instant',
    waiting_since: 'instant',
    snoozed_until: 'instant',
    next_sla_deadline_at: 'instant',
    unread: 'boolean',
  },
  conversation_statuses: { id: 'choice', name: 'text' },
  contacts: { email: 'text', name: 'text', first_name: 'text', last_name: 'text' },
} as const satisfies Record<string, Record<string, FilterFieldKind>>

export const attributeModels = {
  conversation_attributes: 'conversation',
  contact_attributes: 'contact',
} as const
export type AttributeModel = keyof typeof attributeModels

export const attributeFilterKinds = {
  text: 'text',
  link: 'text',
  list: 'text',
  number: 'number',
  checkbox: 'boolean',
  date: 'date',
} as const satisfies Record<string, FilterFieldKind>

const valuelessOperators: ReadonlySet<string> = new Set(['set', 'not set'])
export const needsValue = (operator: string): boolean => !valuelessOperators.has(operator)

/** Whether a row says everything: lists drop rows that do not, views refuse them. */
export const isCompleteRow = (row: Partial<FilterRow>): boolean =>
  Boolean(row.field) && Boolean(row.operator) && (!needsValue(row.operator ?? '') || hasValue(row.value))

const hasValue = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

export const isFilterGroup = (node: FilterNode): node is { any: FilterNode[] } | { all: FilterNode[] } =>
  'any' in node || 'all' in node
