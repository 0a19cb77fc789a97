import { z } from 'zod'

/** One filter condition as clients send it. Values can be strings, numbers or lists, and a list can be a JSON string. */
export type FilterRow = { model?: string | null; field: string; operator: string; value?: unknown }

/**
 * A list of filters is AND-ed. `any` matches if one of its parts does, `all` if every part does; both can be nested:
 * `[{"field":"status_id","operator":"equals","value":1}, {"any":[{"field":"priority_id","operator":"equals","value":3}, {"all":[…]}]}]`
 */
export type FilterNode = FilterRow | { any: FilterNode[] } | { all: FilterNode[] }

/** A filter on the wire. The server parses it strictly and reports the row that is invalid (server/src/http/requests/parse-filters.ts). */
export const FilterJson = z
  .record(z.string(), z.unknown())
  .describe('{model, field, operator, value}, or {any: […]} or {all: […]} of such')

/** The maximum number of rows in total, and of nesting levels. */
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
/** The operators of each kind of field. `choice` is one id of a list; `tags` are several. */
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

/** The fields conversations can be filtered by. Custom attributes are looked up by key under the two models of `attributeModels`. */
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

/** As a value of `assigned_user_id`: whoever reads the list. */
export const readerFilterValue = 'me'

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

/** Whether a row is complete. Lists ignore incomplete rows, views reject them. */
export const isCompleteRow = (row: Partial<FilterRow>): boolean =>
  Boolean(row.field) && Boolean(row.operator) && (!needsValue(row.operator ?? '') || hasValue(row.value))

const hasValue = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

export const isFilterGroup = (node: FilterNode): node is { any: FilterNode[] } | { all: FilterNode[] } =>
  'any' in node || 'all' in node
