/** The address of a link as people type it, or null when it is none. Scripts and files are no links. */
export function linkHref(typed: string): string | null {
  const text = typed.trim()
  if (/^[^\s@:/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`
  const url = /^(?:https?|mailto|tel):/i.test(text)
    ? text
    : /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)
      ? ''
      : `https://${text}`
  if (!URL.canParse(url)) return null
  if (/^https?:/i.test(url) && !/^https?:\/\/(?:[^/]+\.[^/]+|localhost)/i.test(url)) return null
  return url
}
