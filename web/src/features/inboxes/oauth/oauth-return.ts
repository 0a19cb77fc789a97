type OAuthReturn = { code?: string; state?: string; error?: string; error_description?: string }

/** What a provider adds to the address that it sends the browser back to (RFC 6749 section 4.1.2). */
export function parseOAuthReturn(search: Record<string, unknown>): OAuthReturn {
  const names = ['code', 'state', 'error', 'error_description'] as const
  // The router reads numbers out of addresses; a code of digits is still a text.
  return Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, String(search[name])]] : [])))
}
