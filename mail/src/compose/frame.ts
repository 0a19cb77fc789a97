import { isText } from 'domhandler'
import { hiddenElements, parseHtml, walk } from '../html/dom.ts'

/**
 * HTML around a message, in which the text `slot`, which occurs nowhere else, stands for the message. Null if there
 * is nothing to insert.
 */
export type Frame = { html: string; slot: string | null }

/** Inserts the content into the frame. Null unless the slot occurs exactly once, in visible text. */
export function fillFrame({ html, slot }: Frame, content: string): string | null {
  if (slot === null) return html
  const parts = html.split(slot)
  if (parts.length !== 2 || !isInVisibleText(html, slot)) return null
  return parts.join(content)
}

function isInVisibleText(html: string, slot: string): boolean {
  let isFound = false
  walk(
    parseHtml(html),
    (node) => {
      if (isText(node) && node.data.includes(slot)) isFound = true
      return !('name' in node && hiddenElements.has(node.name))
    },
    () => {},
  )
  return isFound
}

/**
 * Returns a complete HTML document, whether given one or only the content of its body. `trailer` is appended to the
 * body.
 */
export function wrapDocument(html: string, trailer: string): string {
  if (!/^\s*(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype|html)\b/i.test(html))
    return `<!DOCTYPE html>\n<html><head><meta charset="utf-8"></head><body>${html}${trailer}</body></html>`
  const end = [...html.matchAll(/<\/body\s*>/gi)].at(-1)?.index ?? html.length
  return html.slice(0, end) + trailer + html.slice(end)
}
