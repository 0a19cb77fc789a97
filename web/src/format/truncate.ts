// A cut must not fall inside a letter that is more than one code unit, or a broken character shows.
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The first `length` letters and an ellipsis, when there are more. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text
  const all = [...graphemes.segment(text.slice(0, length * 16))]
  if (all.length <= length) return text
  return `${all
    .slice(0, length)
    .map((part) => part.segment)
    .join('')}…`
}

/** A file's name for a card: names over 20 letters keep their first 17. */
export const truncateFileName = (name: string): string =>
  truncate(name, 20) === name ? name : truncate(name, 17)

/** A message's first line in a list. */
export const excerpt = (text: string): string => truncate(text.replace(/\s+/g, ' ').trim(), 100)
