import { once } from 'node:events'
import type { ImapConfig } from '@parley/contract/inboxes/inboxes'
import type { ImapFlow } from 'imapflow'
import { parseDurationMs } from '../../conversations/snooze-time.ts'
import type { WithAccessToken } from '../../inboxes/oauth/access-token.ts'
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
import { initialReconcileState, syncMailbox } from './sync-mailbox.ts'

export type MailboxWatcher = { stop(): Promise<void> }

const firstRetryDelayMs = 1_000
const maxRetryDelayMs = 5 * 60_000

/**
 * Keeps a mailbox in step until stopped: signs in, takes what is new, then waits in IDLE. A connection that fails is made again after
 * growing pauses, and its reason is kept beside the cursor.
 */
export function watchMailbox(deps: ImapDeps, mailbox: Mailbox): MailboxWatcher {
  const stopping = new AbortController()
  let client: ImapFlow | undefined
  const opened = (next: ImapFlow) => {
    client = next
    if (stopping.signal.aborted) next.close()
  }
  const running = watchLoop(deps, mailbox, stopping.signal, opened)
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
  const mailboxKey = { inbox_id: mailbox.inbox_id, folder: mailboxKeyOf(mailbox) }
  const trouble = noBatchFailure()
  let failures = 0
  while (!stop.aborted) {
    try {
      await watchOnce(deps, mailbox, trouble, stop, onClient, () => {
        failures = 0
      })
    } catch (error) {
      if (stop.aborted) return
      const reason = describeImapError(error)
      failures += 1
      deps.log.warn({ inbox: mailbox.inbox_id, reason, failures }, 'a mailbox cannot be read')
      await saveCursorError(deps.db, mailboxKey, reason).catch(() => {})
      await pause(retryDelayMs(failures, deps.first_retry_delay_ms ?? firstRetryDelayMs), stop)
    }
  }
}

/** Doubles from a second to five minutes; the jitter keeps inboxes of one provider from coming back all at once. */
const retryDelayMs = (failures: number, first_ms: number) =>
  Math.min(maxRetryDelayMs, first_ms * 2 ** Math.min(failures - 1, 20)) * (0.5 + Math.random() / 2)

async function watchOnce(
  deps: ImapDeps,
  mailbox: Mailbox,
  trouble: BatchFailure,
  stop: AbortSignal,
  onClient: (client: ImapFlow) => void,
  onSynced: () => void,
): Promise<void> {
  const client = await connect(deps, mailbox, onClient)
  const lost = new AbortController()
  client.once('close', () => lost.abort())
  const reconciled = initialReconcileState()
  let news = new AbortController()
  client.on('exists', () => news.abort())
  try {
    while (!stop.aborted) {
      if (!client.usable) throw new Error('The mail server closed the connection')
      news = new AbortController()
      await syncMailbox(deps, client, mailbox, { trouble, reconciled })
      onSynced()
      // Servers without IDLE are asked at this interval; for the others it is a second look.
      const wait = Math.max(10_000, parseDurationMs(mailbox.config.read_interval) ?? 5 * 60_000)
      const idle = client.idle().catch(() => {})
      await pause(wait, AbortSignal.any([stop, lost.signal, news.signal]))
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
  const signIn = mailbox.signIn ?? (async (): Promise<WithAccessToken<ImapConfig>> => mailbox.config)
  const largest = await readMailSizeLimit(deps.db)
  const open = async (refused?: string) => {
    const server = await signIn(refused)
    const client = await createImapClient(server, largest)
    onClient(client)
    try {
      await client.connect()
      return client
    } catch (error) {
      const isRefused = (error as { authenticationFailed?: boolean }).authenticationFailed === true // imapflow's mark
      // Tokens end before their time: once more with another.
      if (!isRefused || !server.access_token || refused !== undefined) throw error
      client.close()
      return open(server.access_token)
    }
  }
  return open()
}

async function pause(ms: number, until: AbortSignal): Promise<void> {
  if (until.aborted) return
  const timer = new AbortController()
  const timeout = setTimeout(() => timer.abort(), ms)
  await once(AbortSignal.any([until, timer.signal]), 'abort')
  clearTimeout(timeout)
}
