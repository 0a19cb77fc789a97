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
  const needle = query.toLowerCase().replaceAll('_', ' ').replace(/:$/, '')
  const ranked = all.flatMap((one) => {
    const rank = rankOf(one, needle)
    return rank === null ? [] : [{ one, rank: rank * 2 - (recent.includes(one.emoji) ? 1 : 0) }]
  })
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_RESULTS)
    .map(({ one }) => one)
}

function rankOf({ label, tags }: NamedEmoji, needle: string): number | null {
  const name = label.toLowerCase()
  if (name === needle || tags.includes(needle)) return 0
  if (name.startsWith(needle)) return 1
  if (name.includes(` ${needle}`)) return 2
  return tags.some((tag) => tag.startsWith(needle)) ? 3 : null
}
