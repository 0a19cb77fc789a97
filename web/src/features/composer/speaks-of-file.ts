/** English and German, as people write when they mean to send one along. What they quote does not count. */
const words =
  /\b(?:i(?:'|’)?(?:ve| have)? ?(?:attach|enclose)\w*|(?:is|are|find|see|please) (?:attached|enclosed)|attached (?:is|are|you|please)|see (?:the )?attachments?|anbei|im anhang|angehängt|beigefügt)\b/i

/** Whether the text announces an attachment. A picture in it may be what it means. */
export function speaksOfFile(html: string): boolean {
  if (/<img\b/i.test(html)) return false
  const own = html.replace(/<blockquote\b[\s\S]*<\/blockquote>/gi, ' ')
  return words.test(own.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '))
}
