import { isText } from 'domhandler'
import { hiddenElements, parseHtml, walk } from '../html/dom.ts'

/** What goes around a message: HTML in which `slot`, a text found nowhere else, stands for it; null where there is nothing to put in. */
export type Frame = { html: string; slot: string | null }

/** The frame with the content in its place; null when the place is not there exactly once, where text is read. */
export function fillFrame({ html, slot }: Frame, content: string): string | null {
  if (slot === null) return html
  const parts = html.split(slot)
  if (parts.length !== 2 || !isInVisibleText(html, slot)) return null
  return parts.join(content)
}

function isInVisibleText(html: string, slot: string): boolean {
  let found = false
  walk(
    parseHtml(html),
    (node) => {
      if (isText(node) && node.data.includes(slot)) found = true
      return !('name' in node && hiddenElements.has(node.name))
    },
    () => {},
  )
  return found
}

/** A whole HTML document, whether what is given is one already or only the inside of its body. `last` goes to the end of the body. */
export function wrapDocument(html: string, trailer: string): string {
  if (!/^\s*(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype|html)\b/i.test(html))
    return `<!DOCTYPE html>\n<html><head><meta charset="utf-8"></head><body>${html}${trailer}</body></html>`
  const end = [...html.matchAll(/<\/body\s*>/gi)].at(-1)?.index ?? html.length
  return html.slice(0, end) + trailer + html.slice(end)
}
