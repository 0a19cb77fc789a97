export type TextPart = { text: string; href: string | null }

/** Addresses that people write in running text. Only these schemes ever become links. */
const address =
  /https?:\/\/[^\s<>"']+|www\.[^\s<>"'.]+\.[^\s<>"']+|[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu

/** Splits plain text into runs with and without a link. */
export function linkify(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const shown = withoutSentenceEnd(found)
    const href = hrefOf(shown)
    if (!href) continue
    if (index > from) parts.push({ text: text.slice(from, index), href: null })
    parts.push({ text: shown, href })
    from = index + shown.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: null })
  return parts
}

/** Punctuation after an address belongs to the sentence; a closing bracket only when it opened before the address. */
function withoutSentenceEnd(found: string): string {
  let end = found.length
  while (end > 0) {
    const last = found[end - 1] ?? ''
    const opened = found.slice(0, end).split('(').length
    const closed = found.slice(0, end).split(')').length
    if (!'.,;:!?*_]}'.includes(last) && !(last === ')' && closed > opened)) break
    end -= 1
  }
  return found.slice(0, end)
}

function hrefOf(shown: string): string | null {
  const url = /^https?:/i.test(shown) ? shown : /^www\./i.test(shown) ? `https://${shown}` : `mailto:${shown}`
  return URL.canParse(url) ? url : null
}
