import type { ImapConfig, SmtpConfig } from '@parley/contract/inboxes/inboxes'

/** Credentials of a mail server: the password in `password`, or an access token. */
export type WithAccessToken<S extends ImapConfig | SmtpConfig> = S & { access_token?: string }
