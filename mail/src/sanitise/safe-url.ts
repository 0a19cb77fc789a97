/** URLs may be long (signed links), but not unlimited. In characters. */
const maxUrlLength = 8_000

export type ImageUrl =
  | { kind: 'remote'; url: string }
  | { kind: 'cid'; content_id: string }
  | { kind: 'data'; url: string }

/**
 * Allowed link targets: web pages, email addresses and phone numbers. Null for everything else, including relative
 * URLs.
 */
export function safeLinkUrl(raw: string): string | null {
  const url = normaliseUrl(raw)
  if (url.length > maxUrlLength) return null
  if (/^(?:https?:\/\/|mailto:|tel:)/i.test(url)) return url
  if (/^https?:[^/\\]/i.test(url)) return url.replace(':', '://')
  if (/^\/\/[^/\\]/.test(url)) return `https:${url}`
  // People enter "www.example.com" as a link, which browsers would treat as a path.
  if (/^www\.[^\s/]+\.[^\s/]/i.test(url)) return `http://${url}`
  return null
}

/** Allowed image sources. For `data:` only raster types, because an SVG is a document. */
export function safeImageUrl(raw: string): ImageUrl | null {
  const url = normaliseUrl(raw)
  if (/^cid:/i.test(url)) return { kind: 'cid', content_id: decodeContentId(url.slice(4)) }
  if (/^data:image\/(?:png|gif|jpe?g|webp|bmp|avif)[;,]/i.test(url)) return { kind: 'data', url }
  if (url.length > maxUrlLength) return null
  if (/^https?:\/\/[^/\\]/i.test(url)) return { kind: 'remote', url }
  if (/^\/\/[^/\\]/.test(url)) return { kind: 'remote', url: `https:${url}` }
  return null
}

/** As in the URL standard: surrounding whitespace and control characters, and line breaks within, are ignored. */
function normaliseUrl(raw: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that browsers strip
  return raw.replace(/^[\u0000-\u0020]+|[\t\n\r\u0000]+/g, '').trimEnd()
}

/** RFC 2392: a cid URL is the percent-encoded Content-ID without angle brackets. */
function decodeContentId(encoded: string): string {
  try {
    return decodeURIComponent(encoded).replace(/^<|>$/g, '')
  } catch {
    return encoded
  }
}
