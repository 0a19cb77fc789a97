import { isIP } from 'node:net'

/**
 * The host name in EHLO, unless an inbox sets its own. Never the machine's name, which is private and which receivers
 * that check it do not find in DNS.
 */
export function ehloName({ mail_host, root_url }: { mail_host: string | null; root_url: string }): string {
  if (mail_host) return mail_host
  const { hostname } = new URL(root_url)
  return hostname.includes('.') && isIP(hostname) === 0 ? hostname : addressLiteral
}

/** What RFC 5321 section 4.1.4 requires of clients without a host name. */
const addressLiteral = '[127.0.0.1]'
