import type { Inbox, InboxOAuth } from '@parley/contract/inboxes/inboxes'

export type OAuthProviderName = InboxOAuth['provider']

export const providerNames: Record<OAuthProviderName, string> = { google: 'Google', microsoft: 'Microsoft' }

/** The OAuth provider of an inbox: the connected one, otherwise guessed from its servers, or null. */
export function findOAuthProvider(inbox: Inbox): OAuthProviderName | null {
  if (inbox.oauth) return inbox.oauth.provider
  const hosts = [...inbox.config.imap, ...inbox.config.smtp].map(({ host }) => host.toLowerCase())
  if (hosts.some((host) => /(?:^|\.)(?:gmail|googlemail)\.com$/.test(host))) return 'google'
  if (hosts.some((host) => /(?:^|\.)(?:office365|outlook)\.com$/.test(host))) return 'microsoft'
  return null
}
