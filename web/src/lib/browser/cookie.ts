/** The value of a cookie as it was sent: a CSRF token must be handed back byte for byte. */
export function readCookie(name: string): string | null {
  for (const pair of document.cookie.split('; ')) {
    if (pair.startsWith(`${name}=`)) return pair.slice(name.length + 1)
  }
  return null
}

export function writeCookie(name: string, value: string, maxAgeSeconds: number) {
  // The Cookie Store API is asynchronous and does not exist on plain-http origins.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${name}=${value}; path=/; max-age=${maxAgeSeconds}; samesite=lax`
}
