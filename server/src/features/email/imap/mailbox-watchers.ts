import type { Lease } from '../../../nodes/leases.ts'
import type { Node } from '../../../nodes/node.ts'
import type { EventNotifier } from '../../../spine/event-notifier.ts'
import { decryptConfig } from '../../inboxes/inbox-config.ts'
import { type TokenDeps, withAccessToken } from '../../inboxes/oauth/access-token.ts'
import { readStoredOAuth } from '../../inboxes/oauth/stored-oauth.ts'
import { saveCursorError } from './cursor.ts'
import { type ImapDeps, type Mailbox, mailboxKeyOf } from './imap-client.ts'
import { type MailboxWatcher, watchMailbox } from './watch-mailbox.ts'

type WatchersDeps = ImapDeps & Pick<TokenDeps, 'oauth_providers'> & { node: Pick<Node, 'leases' | 'count'> }

/** A node watches an inbox while it holds its lease. */
type WatchedInbox = { fingerprint: string; lease: Lease; watchers: MailboxWatcher[] }

/** Inboxes are scanned on any event, but no more often than this; inboxes of other nodes may also become free. */
const scanIntervalMs = 1_000

/**
 * Watches the mailboxes of enabled inboxes and follows changes of inboxes. Nodes with the role "mail" share the inboxes evenly; what one
 * of them leaves behind goes to the others.
 */
export function startMailboxWatchers(deps: WatchersDeps & { wake: EventNotifier }): {
  stop(): Promise<void>
} {
  const watched = new Map<number, WatchedInbox>()
  let stopped = false
  let running: Promise<void> | undefined
  let lastScanAt = 0

  const stopWatching = async (inbox_id: number, inbox: WatchedInbox) => {
    if (watched.get(inbox_id) === inbox) watched.delete(inbox_id)
    await Promise.all(inbox.watchers.map((watcher) => watcher.stop()))
    await inbox.lease.release()
  }
  const stopWhere = async (isUnwanted: (inbox_id: number, inbox: WatchedInbox) => boolean) => {
    for (const [inbox_id, inbox] of [...watched])
      if (isUnwanted(inbox_id, inbox)) await stopWatching(inbox_id, inbox)
  }
  const startWatching = async ({ id, fingerprint, mailboxes }: WatchableInbox) => {
    const lease = await deps.node.leases.acquire(`inbox ${id}`)
    if (!lease) return
    const watchers = mailboxes(lease.fence).map((mailbox) => watchMailbox(deps, mailbox))
    const inbox = { fingerprint, lease, watchers }
    watched.set(id, inbox)
    // Not awaited by anyone: the database may be gone.
    lease.lost.addEventListener('abort', () => void stopWatching(id, inbox).catch(() => {}))
  }
  const scan = async () => {
    const inboxes = await listWatchableInboxes(deps)
    const fingerprints = new Map(inboxes.map(({ id, fingerprint }) => [id, fingerprint]))
    await stopWhere((inbox_id, { fingerprint }) => fingerprints.get(inbox_id) !== fingerprint)
    const share = Math.ceil(inboxes.length / Math.max(1, await deps.node.count('mail')))
    await stopWhere(() => watched.size > share)
    for (const inbox of inboxes) {
      if (stopped || watched.size >= share) return
      if (!watched.has(inbox.id)) await startWatching(inbox)
    }
  }
  const stopListening = deps.wake.listen(() => {
    if (running || Date.now() - lastScanAt < scanIntervalMs) return
    lastScanAt = Date.now()
    running = scan()
      .catch((error: Error) => deps.log.warn({ reason: error.message }, 'could not scan the mailboxes'))
      .finally(() => {
        running = undefined
      })
  })
  return {
    async stop() {
      stopped = true
      stopListening()
      await running
      await Promise.all([...watched].map(([inbox_id, inbox]) => stopWatching(inbox_id, inbox)))
    },
  }
}

type WatchableInbox = { id: number; fingerprint: string; mailboxes(fence: number): Mailbox[] }

async function listWatchableInboxes(deps: WatchersDeps): Promise<WatchableInbox[]> {
  const rows = await deps.db
    .selectFrom('inboxes')
    .select(['id', 'config', 'sync_since', 'oauth'])
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.flatMap((row) => {
    const { imap } = row.config as { imap?: unknown[] } // written by the inboxes feature
    if (!imap?.length) return []
    return {
      id: row.id,
      // The encrypted config: changes with a new password, as does a new sign-in.
      fingerprint: JSON.stringify([
        imap,
        row.sync_since,
        readStoredOAuth(row.oauth).connection?.connected_at,
      ]),
      mailboxes: (fence) => openMailboxConfigs(deps, { ...row, fence }),
    }
  })
}

function openMailboxConfigs(
  deps: WatchersDeps,
  inbox: { id: number; config: unknown; sync_since: Date | null; fence: number },
): Mailbox[] {
  const { id: inbox_id, sync_since, fence } = inbox
  try {
    return decryptConfig(deps.secrets, inbox.config).imap.map((config) => ({
      inbox_id,
      sync_since,
      fence,
      config,
      authorise: (refused) => withAccessToken(deps, inbox_id, config, refused),
    }))
  } catch (error) {
    const { imap } = inbox.config as { imap: Mailbox['config'][] } // checked above
    for (const config of imap)
      saveCursorError(
        deps.db,
        { inbox_id, folder: mailboxKeyOf({ config }), fence },
        (error as Error).message,
      ).catch(() => {})
    return []
  }
}
