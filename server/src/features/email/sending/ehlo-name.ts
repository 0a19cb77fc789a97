import { isIP } from 'node:net'

/**
 * By which name this workspace greets mail servers, where an inbox sets no other: never the machine's, which is nobody's business and which
 * receivers that check it don't find in DNS.
 */
export function ehloName({ mail_host, root_url }: { mail_host: string | null; root_url: string }): string {
  if (mail_host) return mail_host
  const { hostname } = new URL(root_url)
  return hostname.includes('.') && isIP(hostname) === 0 ? hostname : addressLiteral
}

/** What RFC 5321 section 4.1.4 has clients say that have no name. */
export const addressLiteral = '[127.0.0.1]'
