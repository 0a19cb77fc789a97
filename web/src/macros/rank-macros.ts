import type { Macro } from '@parley/contract/macros/macros'
import { htmlToText } from '../format/html-to-text.ts'

/** How long a macro counts as recently used by the agent. */
const RECENT_MS = 30 * 86_400_000

/** The agent's uses of the last 30 days come first, newest first; then overall use, then the name. */
export function sortByUsage<M extends Pick<Macro, 'name' | 'usage_count' | 'last_used_at'>>(
  macros: readonly M[],
  now: Date,
): M[] {
  const lastUse = ({ last_used_at }: M) => {
    const at = last_used_at === null ? 0 : Date.parse(last_used_at)
    return now.getTime() - at <= RECENT_MS ? at : 0
  }
  return macros.toSorted(
    (a, b) => lastUse(b) - lastUse(a) || b.usage_count - a.usage_count || a.name.localeCompare(b.name),
  )
}

/** Macros that match the query, best first and otherwise in order. An empty query matches all. */
export function searchMacros<M extends Pick<Macro, 'name' | 'message_content'>>(
  macros: readonly M[],
  query: string,
): M[] {
  const needle = normalise(query)
  if (needle === '') return [...macros]
  return macros
    .map((macro) => ({ macro, rank: rankOf(macro, needle) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(({ macro }) => macro)
}

function rankOf(macro: Pick<Macro, 'name' | 'message_content'>, needle: string): number | null {
  const name = normalise(macro.name)
  const queryWords = needle.split(' ')
  if (name.startsWith(needle)) return 0
  if (queryWords.every((word) => ` ${name}`.includes(` ${word}`))) return 1
  if (queryWords.every((word) => name.includes(word))) return 2
  if (containsLettersInOrder(name, needle.replaceAll(' ', ''))) return 3
  const text = normalise(htmlToText(macro.message_content))
  return queryWords.every((word) => text.includes(word) || name.includes(word)) ? 4 : null
}

/** "rfd" matches "refund": the letters in order, the first at the start of a word. */
function containsLettersInOrder(name: string, letters: string): boolean {
  return name.split(' ').some((_, start, all) => {
    const rest = all.slice(start).join(' ')
    let position = 0
    for (const letter of letters) {
      position = rest.indexOf(letter, position) + 1
      if (position === 0 || (letter === letters[0] && rest[0] !== letter)) return false
    }
    return true
  })
}

const normalise = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ')
