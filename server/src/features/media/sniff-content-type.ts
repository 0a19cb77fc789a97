/** The raster image type according to the first bytes, or null. What a sender claims proves nothing. */
export function sniffImage(head: Uint8Array): string | null {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 32)).toString('latin1')
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  if (/^RIFF[\s\S]{4}WEBP/.test(text)) return 'image/webp'
  if (/^[\s\S]{4}ftypavi[fs]/.test(text)) return 'image/avif'
  if (/^BM[\s\S]{4}\0\0\0\0/.test(text)) return 'image/bmp'
  return null
}

const mediaTypePattern = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/

/**
 * The content type to store: raster images by their bytes. Other claims to be a raster image are rejected, and an
 * invalid type becomes plain bytes.
 */
export function resolveContentType(head: Uint8Array, claimed: string): string {
  const sniffed = sniffImage(head)
  if (sniffed) return sniffed
  const type = (claimed.split(';')[0] ?? '').trim().toLowerCase()
  if (!mediaTypePattern.test(type)) return 'application/octet-stream'
  return type.startsWith('image/') && type !== 'image/svg+xml' ? 'application/octet-stream' : type
}
