import type { Piece } from '@parley/contract/search/search'
import { matchesToken, tokenise } from '@parley/contract/search/search-tokens'

/** Text with its matches highlighted, rendered as text so that no email can inject markup. */
export function Highlighted({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, hit }, index) =>
    hit ? (
      <mark
        // Pieces are recreated with each response and never move.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        key={index}
        className="rounded-xs bg-warn-subtle font-medium text-inherit"
      >
        {text}
      </mark>
    ) : (
      text
    ),
  )
}

/** Highlights the words of a query in a text, whole or in part. */
export function highlightWords(text: string, query: string): Piece[] {
  const queryWords = [...tokenise(query)]
  const pieces: Piece[] = []
  let from = 0
  for (const word of tokenise(text)) {
    if (!queryWords.some((one) => matchesToken(word, one) || word.text.includes(one.text))) continue
    if (word.start > from) pieces.push({ text: text.slice(from, word.start), hit: false })
    from = word.start + word.length
    pieces.push({ text: text.slice(word.start, from), hit: true })
  }
  return [...pieces, ...(from < text.length ? [{ text: text.slice(from), hit: false }] : [])]
}
