import { isTag, isText } from 'domhandler'
import type { IOptions } from 'sanitize-html'
import { maxParseDepth, parseHtml, stripTags, TooDeepError, walk } from '../html/dom.ts'
import { escapeHtml } from '../html/escape-html.ts'
import { htmlToText } from '../html/html-to-text.ts'

/**
 * The library closes every element it opens, but its parser takes quadratic time in the depth. Throws TooDeepError.
 */
export function depthGuard(): Pick<IOptions, 'onOpenTag' | 'onCloseTag'> {
  let depth = 0
  return {
    onOpenTag: () => {
      depth += 1
      if (depth > maxParseDepth) throw new TooDeepError()
    },
    onCloseTag: () => {
      depth -= 1
    },
  }
}

/** The text of HTML that cannot be kept, as HTML that preserves line breaks. Empty if it has no text. */
export function htmlToTextHtml(html: string): string {
  const text = escapeHtml(htmlToText(html) || extractHiddenText(html))
  return text === '' ? '' : `<div style="white-space:pre-wrap">${text}</div>`
}

/** If nothing is visible: the text that an unclosed title or a `<noscript>` swallowed, without scripts and styles. */
function extractHiddenText(html: string): string {
  const parts: string[] = []
  walk(
    parseHtml(html),
    (node) => {
      if (isText(node)) parts.push(stripTags(node.data))
      return isTag(node) && node.name !== 'script' && node.name !== 'style'
    },
    () => {},
  )
  return parts.join(' ').replaceAll('\0', '').replace(/\s+/g, ' ').trim()
}
