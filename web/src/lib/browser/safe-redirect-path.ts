/** The path to redirect to after sign-in, or null if it is missing, on another site, or the sign-in page. */
export function safeRedirectPath(next: string | undefined): string | null {
  if (!next?.startsWith('/')) return null
  // Parsed as browsers do: to them `//host`, `/\host` and a slash after a tab are other sites.
  const url = new URL(next, 'http://desk.invalid')
  if (url.host !== 'desk.invalid' || url.pathname === '/' || url.pathname === '/logout') return null
  return url.pathname + url.search + url.hash
}
