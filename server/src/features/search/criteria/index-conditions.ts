import type { SearchToken } from '@parley/contract/search/search-tokens'
import { type RawBuilder, sql } from 'kysely'
import { attachmentKey, keysOfWord, personKey } from '../../../search-index/index-keys.ts'
import type { PersonTerm, TextTerm } from './resolve-criteria.ts'

type Condition = RawBuilder<boolean>

/** Index conditions: rows that contain all of the keys, or at least one of them. */
const hasAllKeys = (keys: readonly number[]): Condition => sql`s.keys @> ${[...keys]}::integer[]`
export const hasAnyKey = (keys: readonly number[]): Condition => sql`s.keys && ${[...keys]}::integer[]`
const never: Condition = sql`false`

/** Conversations of contacts whose name or address contains the words. */
export const contactCondition = (words: readonly SearchToken[]): Condition =>
  hasAllKeys(keysOf(words, 'from'))

/** Negation cannot use the index, but few rows are left by then. */
const negateIf = (not: boolean, condition: Condition): Condition => (not ? sql`not ${condition}` : condition)

const keysOf = (words: readonly SearchToken[], field: 'text' | 'from' | 'to') =>
  words.flatMap((word) => keysOfWord(word, field))

/**
 * Rows whose text contains the words. Whether the words of a phrase are adjacent can only be checked in the text
 * itself.
 */
export const textCondition = ({ words, phrase, not }: TextTerm): Condition | null =>
  phrase && not && words.length > 1 ? null : negateIf(not, hasAllKeys(keysOf(words, 'text')))

/** For each required word, groups of keys of which a hit contains one. Excluded words add nothing. */
export const keyGroupsOf = (
  terms: readonly TextTerm[],
  fields: readonly ('text' | 'from')[],
  similarContacts: ReadonlyMap<string, number[]> = new Map(),
): number[][] =>
  terms
    .filter(({ not }) => !not)
    .flatMap(({ words }) => words)
    .flatMap((word) => {
      const people = (similarContacts.get(word.text) ?? []).map(personKey)
      const [keys = [], ...otherKeys] = fields.map((field) => keysOfWord(word, field))
      return keys.map((key, n) => [key, ...otherKeys.map((other) => other[n] ?? key), ...people])
    })

/** Conversations by subject or contact: each word may be in either. */
export function textOrContactCondition(
  { words, phrase, not }: TextTerm,
  /** For a mistyped word: contacts that may be meant. */
  similarContacts: ReadonlyMap<string, number[]>,
): Condition | null {
  if (phrase && not && words.length > 1) return null
  const parts = phrase ? [words] : words.map((word) => [word])
  const condition = parts.map((part) => {
    const people = part.flatMap(({ text }) => similarContacts.get(text) ?? []).map(personKey)
    const [subject, contact] = [keysOf(part, 'text'), keysOf(part, 'from')]
    if (subject.length === 1) return hasAnyKey([...subject, ...contact, ...people])
    return sql`(${hasAllKeys(subject)} or ${hasAllKeys(contact)})`
  })
  return negateIf(not, sql`(${sql.join(condition, sql` and `)})`)
}

export function senderCondition({ words, people: { agents, contacts }, not }: PersonTerm): Condition {
  const keys = keysOf(words, 'from')
  const people = [...agents, ...contacts].map(personKey)
  if (people.length === 0) return keys.length === 0 ? never : negateIf(not, hasAllKeys(keys))
  return negateIf(not, hasAnyKey(keys.length === 1 ? [...keys, ...people] : people))
}

export const recipientCondition = ({ words, not }: PersonTerm): Condition =>
  words.length === 0 ? never : negateIf(not, hasAllKeys(keysOf(words, 'to')))

export const attachmentCondition = ({ not }: { not: boolean }): Condition =>
  negateIf(not, hasAllKeys([attachmentKey]))
