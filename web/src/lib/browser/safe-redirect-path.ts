/** The path to go to after signing in, or null when it is missing, points to another site or back to the door. */
export function safeRedirectPath(next: string | undefined): string | null {
  if (!next?.startsWith('/')) return null
  // Parsed as a browser would: `//host`, `/\host` and a slash behind a tab are other sites to it.
  const url = new URL(next, 'http://desk.invalid')
  if (url.host !== 'desk.invalid' || url.pathname === '/' || url.pathname === '/logout') return null
  return url.pathname + url.search + url.hash
}
