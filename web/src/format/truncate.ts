import { firstGraphemes } from './graphemes.ts'

/** The first `length` characters, with an ellipsis if there are more. */
export function truncate(text: string, length: number): string {
  const first = firstGraphemes(text, length)
  return first.length === text.length ? text : `${first}…`
}

/** A file name for display: names over 20 characters keep their first 17. */
export const truncateFileName = (name: string): string =>
  truncate(name, 20) === name ? name : truncate(name, 17)

/** A message's preview in a list. */
export const excerpt = (text: string): string => truncate(text.replace(/\s+/g, ' ').trim(), 100)
