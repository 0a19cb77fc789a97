/** The query language of the search field, shared by server and browser. */

export const searchOperators = [
  ...(['from', 'to', 'subject', 'status', 'assignee', 'tag', 'inbox', 'has', 'before', 'after'] as const),
]
export type SearchOperator = (typeof searchOperators)[number]

type TermPosition = {
  /** Negated with "-": excludes matches. */
  not: boolean
  /** The range in the query that it was parsed from, in UTF-16 code units. */
  at: number
  end: number
}
export type SearchTerm = TermPosition &
  (
    | { kind: 'word'; text: string }
    | { kind: 'phrase'; text: string }
    | { kind: 'operator'; operator: SearchOperator; value: string }
  )
export type SearchProblem = { at: number; message: string }
export type SearchQuery = { terms: SearchTerm[]; problem: SearchProblem | null }

// An optional minus, an optional operator with a colon, and a value: quoted (a final quote may still be open) or up to the next space.
const termPattern = /(-?)(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))?/giy

/** Parses a query. Unknown operators are ordinary words; an operator without a value is ignored. */
export function parseSearch(query: string): SearchQuery {
  const terms: SearchTerm[] = []
  let at = 0
  while (at < query.length) {
    if (/\s/.test(query.charAt(at))) {
      at += 1
      continue
    }
    termPattern.lastIndex = at
    const match = termPattern.exec(query)
    const text = match?.[0] ?? ''
    if (!match || text === '') break
    const term = parseTerm(query, { match, at, end: at + text.length })
    if (term) terms.push(term)
    at += text.length
  }
  return { terms, problem: findProblem(terms) }
}

function parseTerm(
  query: string,
  { match, at, end }: { match: RegExpExecArray; at: number; end: number },
): SearchTerm | null {
  const [text, minus, name, quoted, unquoted] = match
  const position = { not: minus === '-' && text.length > 1, at, end }
  const operator = searchOperators.find((candidate) => candidate === name?.toLowerCase())
  if (operator) {
    const value = (quoted ?? unquoted ?? '').trim()
    return value === '' ? null : { kind: 'operator', operator, value, ...position }
  }
  if (quoted !== undefined && !name)
    return quoted.trim() === '' ? null : { kind: 'phrase', text: quoted.trim(), ...position }
  return { kind: 'word', text: query.slice(at + (position.not ? 1 : 0), end), ...position }
}

/** Each name is looked up among all contacts with typo tolerance, which costs more than the search itself. */
const maxPeopleTerms = 10
const peopleOperators: ReadonlySet<SearchOperator> = new Set(['from', 'to', 'assignee'])

function findProblem(terms: readonly SearchTerm[]): SearchProblem | null {
  const people = terms.filter((term) => term.kind === 'operator' && peopleOperators.has(term.operator))
  const tooMany = people[maxPeopleTerms]
  if (tooMany) return termProblem(tooMany, `a search names ${maxPeopleTerms} people at most`)
  for (const term of terms) {
    if (term.kind !== 'operator') continue
    const { operator, value } = term
    if ((operator === 'before' || operator === 'after') && parseSearchDate(value, new Date(0)) === null)
      return termProblem(term, 'use a date such as 2026-04-01, or a time ago such as 7d, 2w, 3m or 1y')
    if (operator === 'has' && !isAttachmentValue(value))
      return termProblem(term, 'only has:attachment is supported')
  }
  if (terms.length > 0 && terms.every(({ not }) => not))
    return {
      at: 0,
      message: 'Add something to search for: everything in this search is excluded by a minus',
    }
  return null
}

/** An error message for one term, including its position. */
export const termProblem = (term: SearchTerm, message: string): SearchProblem => ({
  at: term.at,
  message:
    term.kind === 'operator'
      ? `“${term.operator}:${term.value}” at character ${term.at + 1}: ${message}`
      : `“${term.text}” at character ${term.at + 1}: ${message}`,
})

export const isAttachmentValue = (value: string): boolean => /^attachments?$/i.test(value)

const units = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 }

/** The instant of a date (its start in UTC) or of a relative time; null if it is neither. */
export function parseSearchDate(value: string, now: Date): Date | null {
  const ago = /^(\d{1,4})([hdwmy])$/i.exec(value)
  if (ago?.[1] && ago[2]) {
    const then = timeAgo(Number(ago[1]), ago[2].toLowerCase(), now)
    // PostgreSQL has no timestamps before its first year.
    return then.getUTCFullYear() > 0 ? then : null
  }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return null
  const day = new Date(`${value}T00:00:00Z`)
  // JavaScript would read 31 April as 1 May.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? day : null
}

function timeAgo(count: number, unit: string, now: Date): Date {
  if (unit === 'h' || unit === 'd' || unit === 'w') return new Date(now.getTime() - count * units[unit])
  const then = new Date(now)
  if (unit === 'm') then.setUTCMonth(then.getUTCMonth() - count)
  else then.setUTCFullYear(then.getUTCFullYear() - count)
  return then
}

/** The conversation number if the query is nothing else: `1042` or `#1042`. */
export const parseReferenceNumber = (query: string): string | null =>
  /^\s*#?(\d{1,18})\s*$/.exec(query)?.[1] ?? null

/** Formats a value to follow an operator. */
export const quoteValue = (value: string): string =>
  /[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value
