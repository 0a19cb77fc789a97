const uploadPath = /^\/uploads\/(?:thumb_)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * An image URL that is safe to store: an upload as its path, or an image on another site; otherwise null. A browser sends its cookies with
 * every request to this site, so no other path of ours may be loaded as an image, however it is written.
 */
export function safeImageUrl(address: string, own_origins: readonly string[] = []): string | null {
  const isPath = address.startsWith('/')
  // Backslashes and a second slash would lead to another site. Dots and escapes are resolved before the path is checked.
  const url = URL.parse(address, isPath ? 'http://own.invalid' : undefined)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  if (isPath ? url.origin !== 'http://own.invalid' : !isOwnOrigin(url, own_origins))
    return isPath ? null : address
  return uploadPath.test(url.pathname) ? url.pathname : null
}

// Cookies ignore scheme and port, so the host name decides.
const isOwnOrigin = (url: URL, own_origins: readonly string[]): boolean =>
  own_origins.some((origin) => URL.parse(origin)?.hostname === url.hostname.replace(/\.$/, ''))
