import type { NamedEmoji } from './emoji-data.ts'

const MAX_RESULTS = 8

/**
 * Best matches first: the start of the name, then a later word, then a keyword; of equal matches, recently used ones.
 */
export function searchEmoji(
  all: readonly NamedEmoji[],
  query: string,
  recent: readonly string[],
): readonly NamedEmoji[] {
  const wanted = query.toLowerCase().replaceAll('_', ' ').replace(/:$/, '')
  const found = all.flatMap((one) => {
    const rank = rankOf(one, wanted)
    return rank === null ? [] : [{ one, rank: rank * 2 - (recent.includes(one.emoji) ? 1 : 0) }]
  })
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_RESULTS)
    .map(({ one }) => one)
}

function rankOf({ label, tags }: NamedEmoji, wanted: string): number | null {
  const name = label.toLowerCase()
  if (name === wanted || tags.includes(wanted)) return 0
  if (name.startsWith(wanted)) return 1
  if (name.includes(` ${wanted}`)) return 2
  return tags.some((tag) => tag.startsWith(wanted)) ? 3 : null
}
