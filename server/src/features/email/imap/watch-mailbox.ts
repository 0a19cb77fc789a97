import { once } from 'node:events'
import type { ImapConfig } from '@parley/contract/inboxes/inboxes'
import type { ImapFlow } from 'imapflow'
import { parseGoDuration } from '../../../go-duration.ts'
import type { WithAccessToken } from '../../../mail-servers/access-token.ts'
import { readMailSizeLimit } from '../receiving/mail-size-limit.ts'
import { saveCursorError } from './cursor.ts'
import {
  type BatchFailure,
  createImapClient,
  describeImapError,
  type ImapDeps,
  type Mailbox,
  mailboxKeyOf,
  noBatchFailure,
} from './imap-client.ts'
import { initialReconcileState, type ReconcileState, syncMailbox } from './sync-mailbox.ts'

export type MailboxWatcher = { stop(): Promise<void> }

const firstRetryDelayMs = 1_000
const maxRetryDelayMs = 5 * 60_000
/** A connection that lasted this long after its first sync ends the back-off. */
const stableConnectionMs = 60_000

/**
 * Keeps a mailbox in sync until stopped: signs in, imports new mail, then waits in IDLE. After a failure it
 * reconnects with back-off, and stores the reason beside the cursor.
 */
export function watchMailbox(deps: ImapDeps, mailbox: Mailbox): MailboxWatcher {
  const stopping = new AbortController()
  let client: ImapFlow | undefined
  const onClient = (next: ImapFlow) => {
    client = next
    if (stopping.signal.aborted) next.close()
  }
  const running = watchLoop(deps, mailbox, stopping.signal, onClient)
  return {
    async stop() {
      stopping.abort()
      client?.close()
      await running
    },
  }
}

async function watchLoop(
  deps: ImapDeps,
  mailbox: Mailbox,
  stop: AbortSignal,
  onClient: (client: ImapFlow) => void,
): Promise<void> {
  const { inbox_id, fence } = mailbox
  const mailboxKey = { inbox_id, folder: mailboxKeyOf(mailbox), fence }
  const batchFailure = noBatchFailure()
  const reconciled = initialReconcileState()
  let failures = 0
  while (!stop.aborted) {
    let syncedAt: number | null = null
    try {
      await watchOnce(deps, mailbox, { batchFailure, reconciled }, stop, onClient, () => {
        syncedAt ??= performance.now()
      })
    } catch (error) {
      if (stop.aborted) return
      // A server that closes each connection after its first sync must not be contacted every second.
      if (syncedAt !== null && performance.now() - syncedAt > stableConnectionMs) failures = 0
      const reason = describeImapError(error, mailbox.config.host)
      failures += 1
      deps.log.warn({ inbox: mailbox.inbox_id, reason, failures }, 'could not read a mailbox')
      await saveCursorError(deps.db, mailboxKey, reason).catch(() => {})
      await pause(retryDelayMs(failures, deps.first_retry_delay_ms ?? firstRetryDelayMs), stop)
    }
  }
}

/**
 * Doubles from one second to five minutes; the jitter keeps inboxes of one provider from reconnecting simultaneously.
 */
const retryDelayMs = (failures: number, first_ms: number) =>
  Math.min(maxRetryDelayMs, first_ms * 2 ** Math.min(failures - 1, 20)) * (0.5 + Math.random() / 2)

async function watchOnce(
  deps: ImapDeps,
  mailbox: Mailbox,
  syncState: { batchFailure: BatchFailure; reconciled: ReconcileState },
  stop: AbortSignal,
  onClient: (client: ImapFlow) => void,
  onSynced: () => void,
): Promise<void> {
  const client = await connect(deps, mailbox, onClient)
  const connectionLost = new AbortController()
  client.once('close', () => connectionLost.abort())
  let newMail = new AbortController()
  client.on('exists', () => newMail.abort())
  try {
    while (!stop.aborted) {
      if (!client.usable) throw new Error('The mail server closed the connection')
      newMail = new AbortController()
      await syncMailbox(deps, client, mailbox, syncState)
      onSynced()
      // Servers without IDLE are polled at this interval; for others it is a safety net.
      const wait = Math.max(10_000, parseGoDuration(mailbox.config.read_interval) ?? 5 * 60_000)
      const idle = client.idle().catch(() => {})
      await pause(wait, AbortSignal.any([stop, connectionLost.signal, newMail.signal]))
      void idle
    }
  } finally {
    client.close()
  }
}

async function connect(
  deps: ImapDeps,
  mailbox: Mailbox,
  onClient: (client: ImapFlow) => void,
): Promise<ImapFlow> {
  const authorise = mailbox.authorise ?? (async (): Promise<WithAccessToken<ImapConfig>> => mailbox.config)
  const maxMailBytes = await readMailSizeLimit(deps.db)
  const connectOnce = async (refused?: string) => {
    const server = await authorise(refused)
    const client = await createImapClient(server, maxMailBytes)
    onClient(client)
    try {
      await client.connect()
      return client
    } catch (error) {
      const isRefused = (error as { authenticationFailed?: boolean }).authenticationFailed === true // set by imapflow
      // Access tokens can expire early: retry once with a new one.
      if (!isRefused || !server.access_token || refused !== undefined) throw error
      client.close()
      return connectOnce(server.access_token)
    }
  }
  return connectOnce()
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const timer = new AbortController()
  const timeout = setTimeout(() => timer.abort(), ms)
  await once(AbortSignal.any([signal, timer.signal]), 'abort')
  clearTimeout(timeout)
}
