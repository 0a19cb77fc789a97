import type { InboxOAuth } from '@parley/contract/inboxes/inboxes'
import type { NetworkAccess } from '../../../http/outbound/fetch-outbound.ts'

export type OAuthProvider = {
  name: string
  authorize_url: (tenant: string) => string
  token_url: (tenant: string) => string
  scopes: readonly string[]
  /** Additional parameters needed to get a refresh token. */
  authorize_extras: Record<string, string>
  imap: Server
  smtp: Server
  /**
   * Access tokens are sent only to these hosts: someone who may edit an inbox must not be able to send them
   * elsewhere.
   */
  hosts: readonly string[]
  /** Network access for its own URLs; the public internet if omitted. */
  reach?: NetworkAccess
}
type Server = { host: string; port: number; tls_type: 'none' | 'starttls' | 'tls' }

export type OAuthProviders = Record<InboxOAuth['provider'], OAuthProvider>

const microsoft = (tenant: string) =>
  `https://login.microsoftonline.com/${encodeURIComponent(tenant || 'common')}/oauth2/v2.0`

/** As documented by the providers for mail clients. */
export const oauthProviders: OAuthProviders = {
  google: {
    name: 'Google',
    authorize_url: () => 'https://accounts.google.com/o/oauth2/v2/auth',
    token_url: () => 'https://oauth2.googleapis.com/token',
    scopes: ['openid', 'email', 'https://mail.google.com/'],
    // Without both, Google returns a refresh token only the first time.
    authorize_extras: { access_type: 'offline', prompt: 'consent' },
    imap: { host: 'imap.gmail.com', port: 993, tls_type: 'tls' },
    smtp: { host: 'smtp.gmail.com', port: 465, tls_type: 'tls' },
    hosts: ['imap.gmail.com', 'smtp.gmail.com'],
  },
  microsoft: {
    name: 'Microsoft',
    authorize_url: (tenant) => `${microsoft(tenant)}/authorize`,
    token_url: (tenant) => `${microsoft(tenant)}/token`,
    scopes: [
      'openid',
      'email',
      'offline_access',
      'https://outlook.office.com/IMAP.AccessAsUser.All',
      'https://outlook.office.com/SMTP.Send',
    ],
    authorize_extras: { prompt: 'select_account' },
    imap: { host: 'outlook.office365.com', port: 993, tls_type: 'tls' },
    smtp: { host: 'smtp.office365.com', port: 587, tls_type: 'starttls' },
    hosts: ['outlook.office365.com', 'smtp.office365.com', 'smtp-mail.outlook.com'],
  },
}
