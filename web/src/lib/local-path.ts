/** The path to go to after signing in, or null when it is missing, points to another site or back to the door. */
export function localPath(next: string | undefined): string | null {
  // `//host` and `/\host` are other sites to a browser.
  if (!next?.startsWith('/') || /^\/[/\\]/.test(next)) return null
  const url = new URL(next, 'http://desk.invalid')
  if (url.host !== 'desk.invalid' || url.pathname === '/' || url.pathname === '/logout') return null
  return url.pathname + url.search + url.hash
}
