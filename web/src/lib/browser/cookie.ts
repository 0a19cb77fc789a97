/** A cookie's raw value: a CSRF token must be sent back unchanged. */
export function readCookie(name: string): string | null {
  for (const pair of document.cookie.split('; ')) {
    if (pair.startsWith(`${name}=`)) return pair.slice(name.length + 1)
  }
  return null
}

export function writeCookie(name: string, value: string, maxAgeSeconds: number) {
  // The Cookie Store API is asynchronous and not available on plain-HTTP origins.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${name}=${value}; path=/; max-age=${maxAgeSeconds}; samesite=lax`
}
