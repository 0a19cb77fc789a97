import { decodeHTML } from 'entities'

/**
 * HTML without script, style, head (its title with it) and without tags, entities decoded. A tag separates words.
 * Deliberately as simple as the set's own rule: broken markup must read the same however a parser would repair it,
 * so a comment counts as one tag, and a title outside of head is text.
 */
export function visibleText(html: string): string {
  const shown = html.replace(/<(script|style|head)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, ' ').replace(/<[^>]+>/g, ' ')
  return decodeHTML(shown)
}
