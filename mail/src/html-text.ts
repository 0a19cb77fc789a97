import { convert } from 'html-to-text'

/** More than this is no text that somebody reads; beyond it the rest is left out. In characters of HTML. */
const mostHtml = 4_000_000

const options = {
  wordwrap: false,
  limits: { maxInputLength: mostHtml, maxDepth: 200, maxChildNodes: 50_000, ellipsis: '…' },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'table', format: 'block' },
    { selector: 'tr', format: 'block' },
    { selector: 'td', format: 'inline' },
    { selector: 'th', format: 'inline' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'hr', options: { length: 24 } },
  ],
}

/** Readable plain text of an HTML mail, for previews and for the text part of outgoing mail; empty on an error. */
export function htmlToText(html: string): string {
  try {
    return withoutNul(convert(html, options)).replace(/\n{3,}/g, '\n\n').trim()
  } catch {
    return ''
  }
}

const previewLength = 200

/** The start of a text on one line, at most 200 characters, for lists and notifications. */
export function previewText(text: string): string {
  const line = withoutNul(text.slice(0, 4 * previewLength)).replace(/[\s\u200b-\u200f\ufeff\u034f\u00ad]+/g, ' ').trim()
  const characters = [...line]
  return characters.length <= previewLength ? line : `${characters.slice(0, previewLength - 1).join('').trimEnd()}…`
}

function withoutNul(text: string): string {
  return text.replaceAll('\0', '')
}
