/**
 * The text of a message as its author wrote it, one sentence or line at a time; quoted text is left out. Links are
 * marked with `linkMark`. The signature and the quoted history aren't part of the message yet: the server adds them.
 */
export function sentencesOf(html: string, { withCode = false } = {}): string[] {
  return textOf(withoutQuotes(html, withCode ? 'blockquote' : 'blockquote|pre|code'))
    .split(/\n|(?<=[.!?])\s+/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '' && !sentence.startsWith('>'))
}

const linkMark = '\u0001'

/** Lines as written, code included: secrets are often pasted as code. */
export const linesOf = (html: string): string[] =>
  textOf(withoutQuotes(html, 'blockquote'))
    .replaceAll(linkMark, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('>'))

/** Quotes can be nested, and there may be text between two of them. */
function withoutQuotes(html: string, elements: string): string {
  const tag = new RegExp(`(</?(?:${elements})\\b[^>]*>)`, 'i')
  let depth = 0
  return html
    .split(tag)
    .filter((part) => {
      if (!tag.test(part)) return depth === 0
      depth = part.startsWith('</') ? Math.max(0, depth - 1) : depth + 1
      return false
    })
    .join(' ')
}

const textOf = (html: string): string =>
  html
    .replace(/<a\b[^>]*>/gi, linkMark)
    .replace(/<(?:br|\/?(?:p|div|li|ul|ol|h\d|tr|td|th|table|pre))\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/gi, ' ')
    .replace(/&(?:#39|apos|rsquo);/gi, "'")
    .replace(/&quot;/gi, '"')
    .replace(/&lt;/gi, '<')
    .replace(/&gt;/gi, '>')
    .replace(/&amp;/gi, '&')
