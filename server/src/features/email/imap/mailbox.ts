import type { ImapConfig } from '@parley/contract/inboxes'
import type { ImapFlow } from 'imapflow'
import type { Actor } from '../../../actor.ts'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/pool.ts'
import type { Act } from '../../../db/transact.ts'
import type { FileStore } from '../../../files/store.ts'
import type { Log } from '../../../log.ts'
import type { SignedIn } from '../../inboxes/oauth/access-token.ts'

export type ImapDeps = {
  db: Db
  act: Act
  clock: Clock
  system: Actor
  log: Log
  files: { mail: FileStore }
  /** After the first failure in a row; a second unless a test is in a hurry. */
  first_pause_ms?: number
}

/** One mailbox of one inbox, to be watched. `config` holds the password itself: it stays in memory. */
export type Mailbox = {
  inbox_id: number
  sync_since: Date | null
  config: ImapConfig
  /** The same with a token, where it signs in by one; `refused` is a token that the server turned away. */
  signIn?: (refused?: string) => Promise<SignedIn<ImapConfig>>
}

/** A mail that the server fails to hand over is remembered, so that it does not hold up the others for ever. */
export type Trouble = { uid: number; last_uid: number; failures: number; words: string }

/** Names the mailbox in cursors and in the ledger. Another account is another mailbox, with a first sync of its own. */
export const folderOf = ({ config }: Mailbox): string =>
  `${config.username.toLowerCase()}@${config.host.toLowerCase()}/${config.mailbox}`

/** A connection still to be made. TLS as configured: never less than that, for a password travels on it. */
export async function imapClient(config: SignedIn<ImapConfig>, largest_mail: number): Promise<ImapFlow> {
  // Loaded here: an installation without IMAP needs none of it.
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    host: config.host,
    port: config.port,
    secure: config.tls_type === 'tls',
    doSTARTTLS: config.tls_type === 'starttls' ? true : config.tls_type === 'none' ? false : undefined,
    tls: { rejectUnauthorized: !config.tls_skip_verify },
    auth: config.access_token
      ? { user: config.username, accessToken: config.access_token }
      : { user: config.username, pass: config.password },
    logger: false,
    disableAutoIdle: true,
    // Routers forget silent connections after a few minutes, and a server may end an IDLE of 30 (RFC 2177).
    maxIdleTime: 2 * 60_000,
    connectionTimeout: 30_000,
    socketTimeout: 5 * 60_000,
    maxLiteralSize: largest_mail + 1024 * 1024,
    maxResponseSize: largest_mail + 2 * 1024 * 1024,
  })
  // Every failure also rejects the call that waits for it; without a listener it would end the process.
  client.on('error', () => {})
  return client
}

/** The server's own words where there are any. */
export function wordsOf(error: unknown): string {
  const { responseText, message, authenticationFailed } = error as {
    responseText?: string
    message?: string
    authenticationFailed?: boolean
  }
  const words = (responseText || message || String(error)).slice(0, 500)
  return authenticationFailed ? `The server refused the user name or password: ${words}` : words
}
