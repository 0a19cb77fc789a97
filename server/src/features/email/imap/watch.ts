import { once } from 'node:events'
import type { ImapConfig } from '@parley/contract/inboxes'
import type { ImapFlow } from 'imapflow'
import { readDurationMs } from '../../conversations/snooze-time.ts'
import type { SignedIn } from '../../inboxes/oauth/access-token.ts'
import { readSizeLimit } from '../size-limit.ts'
import { noteError } from './cursor.ts'
import {
  folderOf,
  type ImapDeps,
  imapClient,
  type Mailbox,
  noTrouble,
  type Trouble,
  wordsOf,
} from './mailbox.ts'
import { notReconciled, syncMailbox } from './sync.ts'

export type Watcher = { stop(): Promise<void> }

const firstPauseMs = 1_000
const longestPauseMs = 5 * 60_000

/**
 * Keeps a mailbox in step until stopped: signs in, takes what is new, then waits in IDLE. A connection that fails is made again after
 * growing pauses, and its reason is kept beside the cursor.
 */
export function watchMailbox(deps: ImapDeps, mailbox: Mailbox): Watcher {
  const stopping = new AbortController()
  let client: ImapFlow | undefined
  const opened = (next: ImapFlow) => {
    client = next
    if (stopping.signal.aborted) next.close()
  }
  const running = keepWatching(deps, mailbox, stopping.signal, opened)
  return {
    async stop() {
      stopping.abort()
      client?.close()
      await running
    },
  }
}

async function keepWatching(
  deps: ImapDeps,
  mailbox: Mailbox,
  stop: AbortSignal,
  opened: (client: ImapFlow) => void,
): Promise<void> {
  const place = { inbox_id: mailbox.inbox_id, folder: folderOf(mailbox) }
  const trouble = noTrouble()
  let failures = 0
  while (!stop.aborted) {
    try {
      await watchOnce(deps, mailbox, trouble, stop, opened, () => {
        failures = 0
      })
    } catch (error) {
      if (stop.aborted) return
      const reason = wordsOf(error)
      failures += 1
      deps.log.warn({ inbox: mailbox.inbox_id, reason, failures }, 'a mailbox cannot be read')
      await noteError(deps.db, place, reason).catch(() => {})
      await pause(pauseAfter(failures, deps.first_pause_ms ?? firstPauseMs), stop)
    }
  }
}

/** Doubles from a second to five minutes; the jitter keeps inboxes of one provider from coming back all at once. */
const pauseAfter = (failures: number, first_ms: number) =>
  Math.min(longestPauseMs, first_ms * 2 ** Math.min(failures - 1, 20)) * (0.5 + Math.random() / 2)

async function watchOnce(
  deps: ImapDeps,
  mailbox: Mailbox,
  trouble: Trouble,
  stop: AbortSignal,
  opened: (client: ImapFlow) => void,
  worked: () => void,
): Promise<void> {
  const client = await connect(deps, mailbox, opened)
  const lost = new AbortController()
  client.once('close', () => lost.abort())
  const reconciled = notReconciled()
  let news = new AbortController()
  client.on('exists', () => news.abort())
  try {
    while (!stop.aborted) {
      if (!client.usable) throw new Error('The mail server closed the connection')
      news = new AbortController()
      await syncMailbox(deps, client, mailbox, { trouble, reconciled })
      worked()
      // Servers without IDLE are asked at this interval; for the others it is a second look.
      const wait = Math.max(10_000, readDurationMs(mailbox.config.read_interval) ?? 5 * 60_000)
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
  opened: (client: ImapFlow) => void,
): Promise<ImapFlow> {
  const signIn = mailbox.signIn ?? (async (): Promise<SignedIn<ImapConfig>> => mailbox.config)
  const largest = await readSizeLimit(deps.db)
  const open = async (refused?: string) => {
    const server = await signIn(refused)
    const client = await imapClient(server, largest)
    opened(client)
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
