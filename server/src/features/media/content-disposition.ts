const inlineTypes =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|video\/[\w.+-]+|audio\/[\w.+-]+|application\/pdf)$/

/** Only types that browsers display without running them; everything else is downloaded. */
const isInlineType = (content_type: string): boolean => inlineTypes.test(content_type)

/** RFC 6266 with the name in RFC 5987 form, and an ASCII fallback for clients that only support that. */
export function contentDisposition(content_type: string, filename: string): string {
  const kind = isInlineType(content_type) ? 'inline' : 'attachment'
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
