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
import type { WithAccessToken } from '../../../mail-servers/access-token.ts'
import type { Secrets } from '../../../secrets.ts'

export type ImapDeps = {
  db: Db
  act: Act
  clock: Clock
  system: Actor
  log: Log
  files: { mail: FileStore }
  secrets: Secrets
  /** Delay after the first failure in a row; one second unless a test shortens it. */
  first_retry_delay_ms?: number
}

/** A mailbox of an inbox, to be watched. `config` contains the plain password and stays in memory. */
export type Mailbox = {
  inbox_id: number
  sync_since: Date | null
  /** Of the lease under which it is watched. */
  fence: number
  config: ImapConfig
  /** Returns the config with an access token, if it uses one. `refused` is a token that the server rejected. */
  authorise?: (refused?: string) => Promise<WithAccessToken<ImapConfig>>
}

/** Remembers a mail that the server fails to deliver, so that it does not block the others forever. */
export type BatchFailure = {
  /** First and last UID of the failed batch; `mail` describes the first. */
  uid: number
  last_uid: number
  mail?: { size: number; arrived_at: Date | null } | undefined
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

/**
 * Identifies the mailbox in cursors and in the ledger. Another account is another mailbox, with its own first sync.
 */
export const mailboxKeyOf = ({ config }: Pick<Mailbox, 'config'>): string =>
  `${config.username.toLowerCase()}@${config.host.toLowerCase()}/${config.mailbox}`

/**
 * Creates a client that is not connected yet. Uses TLS exactly as configured and never weaker, because it sends a
 * password.
 */
export async function createImapClient(
  config: WithAccessToken<ImapConfig>,
  max_mail_bytes: number,
): Promise<ImapFlow> {
  // Imported lazily: an installation without IMAP does not need it.
  const { ImapFlow } = await import('imapflow')
  checkMailHost(config.host)
  const client = new ImapFlow({
    host: config.host,
    port: config.port,
    secure: config.tls_type === 'tls',
    doSTARTTLS: config.tls_type === 'starttls' ? true : config.tls_type === 'none' ? false : undefined,
    // imapflow passes these to its sockets, with and without TLS.
    tls: { rejectUnauthorized: !config.tls_skip_verify, ...mailLookup },
    auth: config.access_token
      ? { user: config.username, accessToken: config.access_token }
      : { user: config.username, pass: config.password },
    logger: false,
    disableAutoIdle: true,
    // Routers drop silent connections after a few minutes, and a server may end an IDLE after 30 (RFC 2177).
    maxIdleTime: 2 * 60_000,
    connectionTimeout: 30_000,
    socketTimeout: 5 * 60_000,
    maxLiteralSize: max_mail_bytes + 1024 * 1024,
    maxResponseSize: max_mail_bytes + 2 * 1024 * 1024,
  })
  // Every failure also rejects the pending call; without a listener it would end the process.
  client.on('error', () => {})
  return client
}

/** Describes an error to people who manage inboxes: the server's own text if it responded, otherwise a sentence. */
export function describeImapError(error: unknown, host = 'The mail server'): string {
  const { responseText, authenticationFailed } = error as {
    responseText?: string
    authenticationFailed?: boolean
  }
  if (authenticationFailed)
    return `${host} didn’t accept the username or password${responseText ? `: ${toSingleLine(responseText).slice(0, 500)}` : ''}`
  if (responseText) return toSingleLine(responseText).slice(0, 500)
  const { code, message } = error as { code?: string; message?: string }
  // Our own errors have no code.
  if (!code && message && !/SSL|socket|connect|timeout/i.test(message)) return message.slice(0, 500)
  return explainConnectionError(error, host).message
}
