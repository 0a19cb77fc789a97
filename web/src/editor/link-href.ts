/** The URL for an address as people type it, or null if it is none. Script and file URLs are rejected. */
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
