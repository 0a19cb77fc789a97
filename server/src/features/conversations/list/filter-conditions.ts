import { type RawBuilder, sql } from 'kysely'
import { likePattern } from '../../../db/like-pattern.ts'
import {
  type Filter,
  rejectFilter,
  rejectOperator,
  tryParseJson,
} from '../../../http/requests/parse-filters.ts'

type Sql = RawBuilder<unknown>
type Condition = RawBuilder<boolean>

/**
 * A null column matches no comparison, "not equals" included (docs/spec/wire.md#lists-and-filters). Only "not contains" matches without a
 * value.
 */
export function numberCondition(f: Filter, column: Sql, fraction = false): Condition {
  const convert = (value: unknown) => toNumber(f, value, fraction)
  return (
    presenceCondition(f, column) ??
    comparisonCondition(f, column, convert) ??
    (f.operator === 'in' ? sql`${column} = any(${toList(f.value).map(convert)})` : rejectOperator(f))
  )
}

/** Case-insensitive; user input is never treated as a wildcard. */
export function textCondition(f: Filter, column: Sql): Condition {
  const folded = sql`lower(${column})`
  const toLowerCase = (value: unknown) => toText(f, value).toLowerCase()
  switch (f.operator) {
    case 'equals':
      return sql`${folded} = ${toLowerCase(f.value)}`
    case 'not equals':
      return sql`${folded} <> ${toLowerCase(f.value)}`
    case 'in':
      return sql`${folded} = any(${toList(f.value).map(toLowerCase)})`
    case 'set':
      return sql`coalesce(${column}, '') <> ''`
    case 'not set':
      return sql`coalesce(${column}, '') = ''`
    case 'contains':
    case 'ilike':
      return sql`${folded} like ${likePattern(toLowerCase(f.value))}`
    case 'not contains':
      return sql`coalesce(${folded}, '') not like ${likePattern(toLowerCase(f.value))}`
    default:
      return rejectOperator(f)
  }
}

/** Null counts as false, so that "is not checked" matches rows where the box was never touched. */
export function booleanCondition(f: Filter, column: Sql): Condition {
  const presence = presenceCondition(f, column)
  if (presence) return presence
  if (f.operator !== 'equals' && f.operator !== 'not equals') return rejectOperator(f)
  return sql`coalesce(${column}, false) = ${toBoolean(f) === (f.operator === 'equals')}`
}

/**
 * A value is an instant or a day such as 2026-03-31. A day means all of that day in the workspace's time zone: "greater
 * than" is after its end, "less than" before its start.
 */
export function instantCondition(f: Filter, column: Sql): Condition {
  const presence = presenceCondition(f, column)
  if (presence) return presence
  const within = (value: unknown): Condition => {
    const { from, to } = toTimeSpan(f, value)
    return to ? sql`(${column} >= ${from} and ${column} < ${to})` : sql`${column} = ${from}`
  }
  const after = (value: unknown): Condition => {
    const { from, to } = toTimeSpan(f, value)
    return to ? sql`${column} >= ${to}` : sql`${column} > ${from}`
  }
  switch (f.operator) {
    case 'equals':
      return within(f.value)
    case 'not equals':
      return sql`not ${within(f.value)}`
    case 'greater than':
      return after(f.value)
    case 'less than':
      return sql`${column} < ${toTimeSpan(f, f.value).from}`
    case 'in':
      return sql`(${sql.join(toList(f.value).map(within), sql` or `)})`
    case 'between': {
      const [from, to] = toPair(f)
      return sql`(${column} >= ${toTimeSpan(f, from).from} and not ${after(to)})`
    }
    default:
      return rejectOperator(f)
  }
}

/** A date stored as text, such as 2026-03-31. Text order equals date order. */
export function dateCondition(f: Filter, column: Sql): Condition {
  const day = (value: unknown): string => {
    const text = toText(f, value).slice(0, 10)
    return isDay(text) ? text : rejectFilter(f, `"${f.field}" is compared with a date, such as 2026-03-31`)
  }
  return (
    presenceCondition(f, column) ??
    comparisonCondition(f, column, day) ??
    (f.operator === 'in' ? sql`${column} = any(${toList(f.value).map(day)})` : rejectOperator(f))
  )
}

function presenceCondition(f: Filter, column: Sql): Condition | null {
  if (f.operator === 'set') return sql`${column} is not null`
  return f.operator === 'not set' ? sql`${column} is null` : null
}

function comparisonCondition(f: Filter, column: Sql, convert: (value: unknown) => unknown): Condition | null {
  switch (f.operator) {
    case 'equals':
      return sql`${column} = ${convert(f.value)}`
    case 'not equals':
      return sql`${column} <> ${convert(f.value)}`
    case 'greater than':
      return sql`${column} > ${convert(f.value)}`
    case 'less than':
      return sql`${column} < ${convert(f.value)}`
    case 'between': {
      const [from, to] = toPair(f)
      return sql`${column} between ${convert(from)} and ${convert(to)}`
    }
    default:
      return null
  }
}

/** Accepts a list, a JSON list in a string, or a single value. */
export function toList(input: unknown): unknown[] {
  const value = typeof input === 'string' ? (tryParseJson(input) ?? input) : input
  return Array.isArray(value) ? value : [value]
}

/** Accepts exactly two values: a list, a JSON list in a string, or two values separated by a comma. */
export function toPair(f: Filter): [unknown, unknown] {
  const parsed = typeof f.value === 'string' ? tryParseJson(f.value) : f.value
  const parts: unknown[] = Array.isArray(parsed) ? parsed : String(f.value).split(',')
  if (parts.length !== 2) return rejectFilter(f, '"between" takes two values')
  return [parts[0], parts[1]]
}

export function toNumber(f: Filter, value: unknown, fraction = false): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  const fits = fraction ? Number.isFinite(number) : Number.isSafeInteger(number)
  return fits ? Number(number) : rejectFilter(f, `"${f.field}" is compared with a number`)
}

function toText(f: Filter, value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return rejectFilter(f, `"${f.field}" is compared with a text`)
}

function toBoolean(f: Filter): boolean {
  const text = String(typeof f.value === 'object' ? '' : f.value).toLowerCase()
  if (['true', 'yes', '1'].includes(text)) return true
  if (['false', 'no', '0'].includes(text)) return false
  return rejectFilter(f, `"${f.field}" is compared with true or false`)
}

const workspaceTimeZone = sql`coalesce((select value #>> '{}' from settings where key = 'app.timezone'), 'UTC')`

function toTimeSpan(f: Filter, value: unknown): { from: Sql; to: Sql | null } {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  if (isDay(text)) {
    const start = (days: number) =>
      sql`((${text}::date + ${days}::int)::timestamp at time zone ${workspaceTimeZone})`
    return { from: start(0), to: start(1) }
  }
  const instant = new Date(text)
  const year = instant.getUTCFullYear()
  // Also false for an invalid date. PostgreSQL does not parse the notation of years outside this range.
  if (!(year >= 1 && year <= 9999)) return rejectFilter(f, `"${f.field}" is compared with a date`)
  return { from: sql`${instant}::timestamptz`, to: null }
}

/** Rejects dates such as 2026-02-31, which JavaScript would carry over into March. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !text.startsWith('0000') &&
  new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
