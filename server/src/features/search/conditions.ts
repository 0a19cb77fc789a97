import type { Word } from '@parley/contract/search-text'
import { type RawBuilder, sql } from 'kysely'
import { attachmentKey, keysOfWord, personKey } from './keys.ts'
import type { Person, Wanted } from './read-query.ts'

type Condition = RawBuilder<boolean>

/** The index finds rows that hold all of these, and at least one of each of those. */
export const holdsAll = (keys: readonly number[]): Condition => sql`s.keys @> ${[...keys]}::integer[]`
export const holdsOne = (keys: readonly number[]): Condition => sql`s.keys && ${[...keys]}::integer[]`
const never: Condition = sql`false`

/** Conversations of contacts called so. */
export const contactCondition = (words: readonly Word[]): Condition => holdsAll(keysOf(words, 'from'))

/** Left out rather than looked for; the index cannot, but few rows are left by then. */
const unless = (not: boolean, condition: Condition): Condition => (not ? sql`not ${condition}` : condition)

const keysOf = (words: readonly Word[], field: 'text' | 'from' | 'to') =>
  words.flatMap((word) => keysOfWord(word, field))

/** Rows whose text holds the words. Whether the words of a phrase stand together only the text itself can say. */
export const textCondition = ({ words, phrase, not }: Wanted): Condition | null =>
  phrase && not && words.length > 1 ? null : unless(not, holdsAll(keysOf(words, 'text')))

/** Of each word asked for, the keys that a hit holds one of; what is left out says nothing. */
export const groupsOf = (
  wanted: readonly Wanted[],
  fields: readonly ('text' | 'from')[],
  alike: ReadonlyMap<string, number[]> = new Map(),
): number[][] =>
  wanted
    .filter(({ not }) => !not)
    .flatMap(({ words }) => words)
    .flatMap((word) => {
      const people = (alike.get(word.text) ?? []).map(personKey)
      const [keys = [], ...others] = fields.map((field) => keysOfWord(word, field))
      return keys.map((key, n) => [key, ...others.map((other) => other[n] ?? key), ...people])
    })

/** Conversations by subject or contact: each word may be in either. */
export function textOrContactCondition(
  { words, phrase, not }: Wanted,
  /** Of a mistyped word: who may be meant. */
  alike: ReadonlyMap<string, number[]>,
): Condition | null {
  if (phrase && not && words.length > 1) return null
  const parts = phrase ? [words] : words.map((word) => [word])
  const condition = parts.map((part) => {
    const people = part.flatMap(({ text }) => alike.get(text) ?? []).map(personKey)
    const [subject, contact] = [keysOf(part, 'text'), keysOf(part, 'from')]
    if (subject.length === 1) return holdsOne([...subject, ...contact, ...people])
    return sql`(${holdsAll(subject)} or ${holdsAll(contact)})`
  })
  return unless(not, sql`(${sql.join(condition, sql` and `)})`)
}

export function senderCondition({ words, people: { agents, contacts }, not }: Person): Condition {
  const keys = keysOf(words, 'from')
  const people = [...agents, ...contacts].map(personKey)
  if (people.length === 0) return keys.length === 0 ? never : unless(not, holdsAll(keys))
  return unless(not, holdsOne(keys.length === 1 ? [...keys, ...people] : people))
}

export const recipientCondition = ({ words, not }: Person): Condition =>
  words.length === 0 ? never : unless(not, holdsAll(keysOf(words, 'to')))

export const attachmentCondition = ({ not }: { not: boolean }): Condition =>
  unless(not, holdsAll([attachmentKey]))
