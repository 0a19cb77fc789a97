import { type RawBuilder, sql } from 'kysely'
import { invalid } from '../../http/errors.ts'
import { type Filter, parseFilterRows } from '../../http/filter-rows.ts'

/** What names and addresses are found by; the same expression as the trigram index has. */
export const searchedText = sql<string>`lower(first_name || ' ' || last_name || ' ' || coalesce(email, ''))`

const texts = new Set(['email', 'first_name', 'last_name'])
const instants = new Set(['created_at', 'updated_at'])

/** The `filters` parameter of the contact list as conditions; values are always bound. */
export const contactConditions = (filters: string | undefined): RawBuilder<unknown>[] =>
  parseFilterRows(filters).map((f) => {
    if (texts.has(f.field)) return textCondition(f)
    if (instants.has(f.field)) return instantCondition(f)
    throw invalid('filters', `Contacts cannot be filtered by "${f.field}"`)
  })

function textCondition(f: Filter): RawBuilder<unknown> {
  const column = sql`lower(${sql.ref(f.field)})`
  const text = String(f.value ?? '').toLowerCase()
  const holds = sql`(${column} like ${containing(text)} and ${searchedText} like ${containing(text)})`
  switch (f.operator) {
    case 'equals':
      return sql`${column} = ${text}`
    case 'not equals':
      return sql`${column} <> ${text}`
    case 'set':
      return sql`${column} <> ''`
    case 'not set':
      return sql`coalesce(${column}, '') = ''`
    case 'ilike':
    case 'contains':
      return holds
    case 'not contains':
      return sql`not coalesce(${holds}, false)`
    default:
      return refuseOperator(f)
  }
}

function instantCondition(f: Filter): RawBuilder<unknown> {
  const column = sql.ref(f.field)
  switch (f.operator) {
    case 'greater than':
      return sql`${column} > ${toInstant(f, f.value)}`
    case 'less than':
      return sql`${column} < ${toInstant(f, f.value)}`
    case 'between': {
      const [from, to] = Array.isArray(f.value) ? f.value : String(f.value).split(',')
      return sql`${column} between ${toInstant(f, from)} and ${toInstant(f, to)}`
    }
    default:
      return refuseOperator(f)
  }
}

/** A LIKE pattern for "anywhere in it"; what people type is never a wildcard. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const refuseOperator = (f: Filter): never => {
  throw invalid('filters', `"${f.operator}" does not fit the field "${f.field}"`)
}

function toInstant(f: Filter, value: unknown): Date {
  const instant = new Date(String(value))
  const year = instant.getUTCFullYear()
  if (!(year >= 1 && year <= 9999)) throw invalid('filters', `"${f.field}" is compared with a date`)
  return instant
}
