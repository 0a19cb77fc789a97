import { decodeHTML } from 'entities'

/**
 * Visible text of HTML: without script, style, head (including its title) and tags, with entities decoded. A tag
 * separates words. As simple as the data set's own rule on purpose: broken markup must read the same however a parser
 * would repair it, so a comment counts as a tag, and a title outside head is text.
 */
export function visibleText(html: string): string {
  const stripped = html
    .replace(/<(script|style|head)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<[^>]+>/g, ' ')
  return decodeHTML(stripped)
}
