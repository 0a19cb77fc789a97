import type { Piece } from '@parley/contract/search'
import { answers, wordsOf } from '@parley/contract/search-text'

/** Text with its hits marked; pieces of text, so nothing in a mail can become markup. */
export function Marked({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, hit }, place) =>
    hit ? (
      <mark
        // Pieces are made anew with each answer and never move.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        key={place}
        className="rounded-xs bg-warn-subtle font-medium text-inherit"
      >
        {text}
      </mark>
    ) : (
      text
    ),
  )
}

/** Marks the words of a query where a text has them whole or in part. */
export function markWords(text: string, query: string): Piece[] {
  const asked = [...wordsOf(query)]
  const pieces: Piece[] = []
  let from = 0
  for (const word of wordsOf(text)) {
    if (!asked.some((one) => answers(word, one) || word.text.includes(one.text))) continue
    if (word.at > from) pieces.push({ text: text.slice(from, word.at), hit: false })
    from = word.at + word.length
    pieces.push({ text: text.slice(word.at, from), hit: true })
  }
  return [...pieces, ...(from < text.length ? [{ text: text.slice(from), hit: false }] : [])]
}
