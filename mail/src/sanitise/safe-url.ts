/** Addresses may be long (signed links), but not without end. In characters. */
const maxUrlLength = 8_000

export type ImageUrl =
  | { kind: 'remote'; url: string }
  | { kind: 'cid'; content_id: string }
  | { kind: 'data'; url: string }

/** What a link may point to: web pages, mail addresses, telephone numbers. Null for all else, relative ones too. */
export function safeLinkUrl(raw: string): string | null {
  const url = normaliseUrl(raw)
  if (url.length > maxUrlLength) return null
  if (/^(?:https?:\/\/|mailto:|tel:)/i.test(url)) return url
  if (/^https?:[^/\\]/i.test(url)) return url.replace(':', '://')
  if (/^\/\/[^/\\]/.test(url)) return `https:${url}`
  // People write "www.example.com" into the link field, and browsers would take it for a path.
  if (/^www\.[^\s/]+\.[^\s/]/i.test(url)) return `http://${url}`
  return null
}

/** What an image may come from. Of `data:` only raster types: an SVG is a document. */
export function safeImageUrl(raw: string): ImageUrl | null {
  const url = normaliseUrl(raw)
  if (/^cid:/i.test(url)) return { kind: 'cid', content_id: decodeContentId(url.slice(4)) }
  if (/^data:image\/(?:png|gif|jpe?g|webp|bmp|avif)[;,]/i.test(url)) return { kind: 'data', url }
  if (url.length > maxUrlLength) return null
  if (/^https?:\/\/[^/\\]/i.test(url)) return { kind: 'remote', url }
  if (/^\/\/[^/\\]/.test(url)) return { kind: 'remote', url: `https:${url}` }
  return null
}

/** As the URL standard does: white space and control characters around it and line breaks in it do not count. */
function normaliseUrl(raw: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that browsers strip
  return raw.replace(/^[\u0000-\u0020]+|[\t\n\r\u0000]+/g, '').trimEnd()
}

/** RFC 2392: a cid URL is the percent-encoded Content-ID without its angle brackets. */
function decodeContentId(encoded: string): string {
  try {
    return decodeURIComponent(encoded).replace(/^<|>$/g, '')
  } catch {
    return encoded
  }
}
