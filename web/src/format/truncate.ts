// Cuts between graphemes: within one, a broken character would show.
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The first `length` characters, with an ellipsis if there are more. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text
  const all = [...graphemes.segment(text.slice(0, length * 16))]
  if (all.length <= length) return text
  return `${all
    .slice(0, length)
    .map((part) => part.segment)
    .join('')}…`
}

/** A file name for display: names over 20 characters keep their first 17. */
export const truncateFileName = (name: string): string =>
  truncate(name, 20) === name ? name : truncate(name, 17)

/** A message's preview in a list. */
export const excerpt = (text: string): string => truncate(text.replace(/\s+/g, ' ').trim(), 100)
