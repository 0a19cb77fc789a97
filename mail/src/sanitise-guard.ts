import type { IOptions } from 'sanitize-html'
import { mostDepth, TooDeep } from './html-dom.ts'
import { htmlToText } from './html-text.ts'

/** The library closes what it opens, but its parser takes the square of the depth in time: throws TooDeep. */
export function depthGuard(): Pick<IOptions, 'onOpenTag' | 'onCloseTag'> {
  let depth = 0
  return {
    onOpenTag: () => {
      depth += 1
      if (depth > mostDepth) throw new TooDeep()
    },
    onCloseTag: () => {
      depth -= 1
    },
  }
}

/** The text of HTML that can't be kept, as HTML that shows its line breaks; empty when it holds no text. */
export function textAsHtml(html: string): string {
  const text = htmlToText(html).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  return text === '' ? '' : `<div style="white-space:pre-wrap">${text}</div>`
}
