import type { ImapConfig } from '@parley/contract/inboxes/inboxes'
import type { ImapFlow } from 'imapflow'
import type { Actor } from '../../../actor.ts'
import type { Clock } from '../../../clock.ts'
import { explainConnectionError, toSingleLine } from '../../../connection-error.ts'
import type { Db } from '../../../db/pool.ts'
import type { Act } from '../../../db/transaction.ts'
import type { FileStore } from '../../../files/file-store.ts'
import { checkMailHost, mailLookup } from '../../../http/outbound/connect-mail-server.ts'
import type { Log } from '../../../log.ts'
import type { Secrets } from '../../../secrets.ts'
import type { WithAccessToken } from '../../inboxes/oauth/access-token.ts'

export type ImapDeps = {
  db: Db
  act: Act
  clock: Clock
  system: Actor
  log: Log
  files: { mail: FileStore }
  secrets: Secrets
  /** After the first failure in a row; a second unless a test is in a hurry. */
  first_retry_delay_ms?: number
}

/** One mailbox of one inbox, to be watched. `config` holds the password itself: it stays in memory. */
export type Mailbox = {
  inbox_id: number
  sync_since: Date | null
  config: ImapConfig
  /** The same with a token, where it signs in by one; `refused` is a token that the server turned away. */
  signIn?: (refused?: string) => Promise<WithAccessToken<ImapConfig>>
}

/** A mail that the server fails to hand over is remembered, so that it does not hold up the others for ever. */
export type BatchFailure = {
  /** The first and the last UID of the batch that failed; `mail` is what is known of the first. */
  uid: number
  last_uid: number
  mail?: { size: number; arrived: Date | null } | undefined
  failures: number
  reason: string
}
export const noBatchFailure = (): BatchFailure => ({
  uid: 0,
  last_uid: 0,
  mail: undefined,
  failures: 0,
  reason: '',
})

/** Names the mailbox in cursors and in the ledger. Another account is another mailbox, with a first sync of its own. */
export const mailboxKeyOf = ({ config }: Mailbox): string =>
  `${config.username.toLowerCase()}@${config.host.toLowerCase()}/${config.mailbox}`

/** A connection still to be made. TLS as configured: never less than that, for a password travels on it. */
export async function createImapClient(
  config: WithAccessToken<ImapConfig>,
  max_mail_bytes: number,
): Promise<ImapFlow> {
  // Loaded here: an installation without IMAP needs none of it.
  const { ImapFlow } = await import('imapflow')
  checkMailHost(config.host)
  const client = new ImapFlow({
    host: config.host,
    port: config.port,
    secure: config.tls_type === 'tls',
    doSTARTTLS: config.tls_type === 'starttls' ? true : config.tls_type === 'none' ? false : undefined,
    // imapflow hands these to its sockets, with TLS and without.
    tls: { rejectUnauthorized: !config.tls_skip_verify, ...mailLookup },
    auth: config.access_token
      ? { user: config.username, accessToken: config.access_token }
      : { user: config.username, pass: config.password },
    logger: false,
    disableAutoIdle: true,
    // Routers forget silent connections after a few minutes, and a server may end an IDLE of 30 (RFC 2177).
    maxIdleTime: 2 * 60_000,
    connectionTimeout: 30_000,
    socketTimeout: 5 * 60_000,
    maxLiteralSize: max_mail_bytes + 1024 * 1024,
    maxResponseSize: max_mail_bytes + 2 * 1024 * 1024,
  })
  // Every failure also rejects the call that waits for it; without a listener it would end the process.
  client.on('error', () => {})
  return client
}

/** What is wrong, for those who manage inboxes: the server's own words where it answered, otherwise a sentence. */
export function describeImapError(error: unknown, host = 'The mail server'): string {
  const { responseText, authenticationFailed } = error as {
    responseText?: string
    authenticationFailed?: boolean
  }
  if (authenticationFailed)
    return `${host} didn’t accept the user name or password${responseText ? `: ${toSingleLine(responseText).slice(0, 500)}` : ''}`
  if (responseText) return toSingleLine(responseText).slice(0, 500)
  const { code, message } = error as { code?: string; message?: string }
  // Our own sentences have no code.
  if (!code && message && !/SSL|socket|connect|timeout/i.test(message)) return message.slice(0, 500)
  return explainConnectionError(error, host).message
}
