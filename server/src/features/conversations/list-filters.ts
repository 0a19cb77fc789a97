import { type RawBuilder, sql } from 'kysely'
import { invalid } from '../../http/errors.ts'
import { type Filter, parseFilterRows, parseJson } from '../../http/filter-rows.ts'

export type ListFilters = {
  /** Names or ids asked of the status, which decides the index that is read; null when the list spans all of them. */
  statuses: { ids?: number[]; names?: string[]; not: boolean }[]
  conditions: RawBuilder<boolean>[]
}

type Kind = 'number' | 'instant'
const columns: Record<string, Kind> = {
  priority_id: 'number',
  assigned_team_id: 'number',
  assigned_user_id: 'number',
  inbox_id: 'number',
  last_message_at: 'instant',
  created_at: 'instant',
  waiting_since: 'instant',
  next_sla_deadline_at: 'instant',
}

/** Reads the `filters` parameter. Incomplete rows are dropped, wrong ones refused; values are always bound, never written into SQL. */
export function parseFilters(text: string | undefined): ListFilters {
  const parsed: ListFilters = { statuses: [], conditions: [] }
  for (const filter of parseFilterRows(text)) {
    if (filter.model === 'conversation_statuses' || filter.field === 'status_id')
      parsed.statuses.push(statusFilter(filter))
    else if (filter.field === 'tags') parsed.conditions.push(tagCondition(filter))
    else parsed.conditions.push(columnCondition(filter))
  }
  return parsed
}

function statusFilter(f: Filter): ListFilters['statuses'][number] {
  const byName = f.model === 'conversation_statuses' && f.field === 'name'
  if (f.operator === 'set') return { ids: [], not: true }
  if (f.operator === 'not set') return { ids: [], not: false }
  const not = f.operator === 'not equals'
  const values =
    f.operator === 'in' ? listOf(f) : f.operator === 'equals' || not ? [f.value] : refuseOperator(f)
  return byName ? { names: values.map(String), not } : { ids: values.map((value) => toNumber(f, value)), not }
}

function tagCondition(f: Filter): RawBuilder<boolean> {
  const has = (ids?: number[]) =>
    sql<boolean>`exists (select from conversation_tags ct where ct.conversation_id = c.id ${ids ? sql`and ct.tag_id = any(${ids})` : sql``})`
  switch (f.operator) {
    case 'contains':
      return has(listOf(f).map((value) => toNumber(f, value)))
    case 'not contains':
      return sql`not ${has(listOf(f).map((value) => toNumber(f, value)))}`
    case 'set':
      return has()
    case 'not set':
      return sql`not ${has()}`
    default:
      return refuseOperator(f)
  }
}

function columnCondition(f: Filter): RawBuilder<boolean> {
  // Also `constructor` and the like, which every object answers to.
  const kind = Object.hasOwn(columns, f.field) ? columns[f.field] : undefined
  if (!kind) throw invalid('filters', `Conversations cannot be filtered by "${f.field}"`)
  const column = sql.ref(`c.${f.field}`)
  const bound = (value: unknown) => (kind === 'number' ? toNumber(f, value) : toInstant(f, value))
  switch (f.operator) {
    case 'equals':
      return sql`${column} = ${bound(f.value)}`
    case 'not equals':
      return sql`${column} <> ${bound(f.value)}`
    case 'set':
      return sql`${column} is not null`
    case 'not set':
      return sql`${column} is null`
    case 'greater than':
      return sql`${column} > ${bound(f.value)}`
    case 'less than':
      return sql`${column} < ${bound(f.value)}`
    case 'in':
      return sql`${column} = any(${listOf(f).map(bound)})`
    case 'between': {
      const [from, to] = Array.isArray(f.value) ? f.value : String(f.value).split(',')
      return sql`${column} between ${bound(from)} and ${bound(to)}`
    }
    default:
      return refuseOperator(f)
  }
}

const refuseOperator = (f: Filter): never => {
  throw invalid('filters', `"${f.operator}" does not fit the field "${f.field}"`)
}

/** A list, a JSON list in a string, or one value. */
function listOf(f: Filter): unknown[] {
  const value = typeof f.value === 'string' ? (parseJson(f.value) ?? f.value) : f.value
  return Array.isArray(value) ? value : [value]
}

function toNumber(f: Filter, value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw invalid('filters', `"${f.field}" is compared with a number`)
  return number
}

function toInstant(f: Filter, value: unknown): Date {
  const instant = new Date(String(value))
  const year = instant.getUTCFullYear()
  // Also false for what is no date at all; years beyond are written in ways that PostgreSQL does not read.
  if (!(year >= 1 && year <= 9999)) throw invalid('filters', `"${f.field}" is compared with a date`)
  return instant
}
