type OAuthReturn = { code?: string; state?: string; error?: string; error_description?: string }

/** The parameters that a provider adds to the redirect URL (RFC 6749 section 4.1.2). */
export function parseOAuthReturn(search: Record<string, unknown>): OAuthReturn {
  const names = ['code', 'state', 'error', 'error_description'] as const
  // The router parses numbers, but a code of digits is still a string.
  return Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, String(search[name])]] : [])))
}
