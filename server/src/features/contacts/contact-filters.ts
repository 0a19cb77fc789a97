import { type RawBuilder, sql } from 'kysely'
import { likePattern } from '../../db/like-pattern.ts'
import type { Db } from '../../db/pool.ts'
import { withStatementTimeout } from '../../db/statement-timeout.ts'
import { invalid } from '../../http/errors.ts'
import { type Filter, parseFilterRows } from '../../http/requests/parse-filters.ts'

/** The text that names and addresses are searched in. Must equal the expression of the trigram index. */
export const searchableText = sql<string>`lower(first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || other_addresses)`

/** Matches primary and additional addresses. */
export const hasAddress = (address: string): RawBuilder<boolean> =>
  sql`id in (select contact_id from contact_addresses where address = ${address})`

/** Every word occurs somewhere in the name or addresses. */
export const containsAllWords = (words: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    words.map((word) => sql`${searchableText} like ${likePattern(word)}`),
    sql` and `,
  )

/**
 * Every word is similar to a part of the name or addresses. The index answers `<%` with a threshold that is a setting,
 * so query within `withSimilarityThreshold`.
 */
export const isSimilarToWords = (words: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    words.map((word) => sql`${word} <% ${searchableText}`),
    sql` and `,
  )

/**
 * Minimum similarity of a mistyped word. The pg_trgm default is 0.6; 0.4 still finds "hopepr", with two letters
 * swapped.
 */
const similarityThreshold = 0.4

/** Runs `read` in a transaction with our similarity threshold. */
export const withSimilarityThreshold = <T>(db: Db, read: (trx: Db) => Promise<T>): Promise<T> =>
  withStatementTimeout(db, read, { 'pg_trgm.word_similarity_threshold': String(similarityThreshold) })

/** The words of a search text, limited to what one query can take. */
export const toSearchWords = (text: string): string[] =>
  text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 6)

const textFields = new Set(['email', 'first_name', 'last_name'])
const instantFields = new Set(['created_at', 'updated_at'])

/** Compiles the `filters` parameter of the contact list into conditions. Values are always bound. */
export const compileContactFilters = (filters: string | undefined): RawBuilder<unknown>[] =>
  parseFilterRows(filters).map((f) => {
    if (textFields.has(f.field)) return textCondition(f)
    if (instantFields.has(f.field)) return instantCondition(f)
    throw invalid('filters', `Contacts can’t be filtered by "${f.field}"`)
  })

function textCondition(f: Filter): RawBuilder<unknown> {
  // A search for an address covers all addresses of the contact.
  const isAddress = f.field === 'email'
  const column = isAddress
    ? sql`lower(coalesce(email, '') || ' ' || other_addresses)`
    : sql`lower(${sql.ref(f.field)})`
  const text = String(f.value ?? '').toLowerCase()
  const contains = sql`(${column} like ${likePattern(text)} and ${searchableText} like ${likePattern(text)})`
  switch (f.operator) {
    case 'equals':
      return isAddress ? hasAddress(text) : sql`${column} = ${text}`
    case 'not equals':
      return isAddress ? sql`(email is not null and not ${hasAddress(text)})` : sql`${column} <> ${text}`
    case 'set':
      return sql`coalesce(${sql.ref(f.field)}, '') <> ''`
    case 'not set':
      return sql`coalesce(${sql.ref(f.field)}, '') = ''`
    case 'ilike':
    case 'contains':
      return contains
    case 'not contains':
      return sql`not coalesce(${contains}, false)`
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

const refuseOperator = (f: Filter): never => {
  throw invalid('filters', `"${f.operator}" does not fit the field "${f.field}"`)
}

function toInstant(f: Filter, value: unknown): Date {
  const instant = new Date(String(value))
  const year = instant.getUTCFullYear()
  if (!(year >= 1 && year <= 9999)) throw invalid('filters', `"${f.field}" is compared with a date`)
  return instant
}
