export type TextPart = { text: string; href: string | null }

/**
 * Web and email addresses in running text. Only these schemes become links. An email address starts at a word
 * boundary and has a local part of at most 64 characters (RFC 5321, 4.5.3.1.1): otherwise every letter of a long run
 * would be tried as its start.
 */
const linkPattern =
  /https?:\/\/[^\s<>"']+|www\.[^\s<>"'.]+\.[^\s<>"']+|(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu

/** Splits plain text into parts with and without a link. */
export function linkify(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: match, index } of text.matchAll(linkPattern)) {
    const linked = withoutSentenceEnd(match)
    const href = hrefOf(linked)
    if (!href) continue
    if (index > from) parts.push({ text: text.slice(from, index), href: null })
    parts.push({ text: linked, href })
    from = index + linked.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: null })
  return parts
}

/**
 * Trailing punctuation belongs to the sentence; a closing bracket belongs to the address only if it was opened in it.
 */
function withoutSentenceEnd(match: string): string {
  let end = match.length
  let unopened = match.split(')').length - match.split('(').length
  while (end > 0) {
    const last = match[end - 1] ?? ''
    if (!'.,;:!?*_]}'.includes(last) && !(last === ')' && unopened > 0)) break
    if (last === ')') unopened -= 1
    end -= 1
  }
  return match.slice(0, end)
}

function hrefOf(shown: string): string | null {
  const url = /^https?:/i.test(shown) ? shown : /^www\./i.test(shown) ? `https://${shown}` : `mailto:${shown}`
  return URL.canParse(url) ? url : null
}
