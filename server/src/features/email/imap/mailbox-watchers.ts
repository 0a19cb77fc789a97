import type { EventNotifier } from '../../../spine/event-notifier.ts'
import { decryptConfig } from '../../inboxes/inbox-config.ts'
import { type TokenDeps, withAccessToken } from '../../inboxes/oauth/access-token.ts'
import { readStoredOAuth } from '../../inboxes/oauth/stored-oauth.ts'
import { saveCursorError } from './cursor.ts'
import { type ImapDeps, type Mailbox, mailboxKeyOf } from './imap-client.ts'
import { startMailboxOwnership } from './mailbox-ownership.ts'
import { type MailboxWatcher, watchMailbox } from './watch-mailbox.ts'

type WatchersDeps = ImapDeps & { oauth_providers?: TokenDeps['oauth_providers'] }

type WatchedInbox = { fingerprint: string; watchers: MailboxWatcher[] }

/** Inboxes are scanned on any event, but no more often than this; inboxes of other nodes may also become free. */
const scanIntervalMs = 1_000

/** Watches the mailboxes of all enabled inboxes that no other node owns, and follows changes of inboxes. */
export function startMailboxWatchers(
  deps: WatchersDeps & { wake: EventNotifier; connectionString: string },
): {
  stop(): Promise<void>
} {
  const watched = new Map<number, WatchedInbox>()
  let stopped = false
  let running: Promise<void> | undefined
  let lastScanAt = 0

  const stopWatching = async (inbox_id: number) => {
    const watchers = watched.get(inbox_id)?.watchers ?? []
    watched.delete(inbox_id)
    await Promise.all(watchers.map((watcher) => watcher.stop()))
  }
  const ownership = startMailboxOwnership(deps.connectionString, deps.log, () => {
    for (const inbox_id of [...watched.keys()]) void stopWatching(inbox_id)
  })

  const stopChanged = async (inboxes: { id: number; fingerprint: string }[]) => {
    for (const inbox_id of [...watched.keys()]) {
      const inbox = inboxes.find(({ id }) => id === inbox_id)
      if (inbox?.fingerprint === watched.get(inbox_id)?.fingerprint) continue
      await stopWatching(inbox_id)
      if (!inbox) await ownership.release(inbox_id)
    }
  }
  const scan = async () => {
    const inboxes = await listWatchableInboxes(deps)
    await stopChanged(inboxes)
    for (const { id, fingerprint, mailboxes } of inboxes) {
      if (stopped) return
      if (watched.has(id) || !(await ownership.tryAcquire(id))) continue
      watched.set(id, { fingerprint, watchers: mailboxes().map((mailbox) => watchMailbox(deps, mailbox)) })
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
      await Promise.all([...watched.keys()].map(stopWatching))
      await ownership.stop()
    },
  }
}

async function listWatchableInboxes(deps: WatchersDeps) {
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
      mailboxes: () => openMailboxConfigs(deps, row.id, row.config, row.sync_since),
    }
  })
}

function openMailboxConfigs(
  deps: WatchersDeps,
  inbox_id: number,
  stored: unknown,
  sync_since: Date | null,
): Mailbox[] {
  try {
    return decryptConfig(deps.secrets, stored).imap.map((config) => ({
      inbox_id,
      sync_since,
      config,
      authorise: (refused) => withAccessToken(deps, inbox_id, config, refused),
    }))
  } catch (error) {
    const { imap } = stored as { imap: Mailbox['config'][] } // checked above
    for (const config of imap)
      saveCursorError(
        deps.db,
        { inbox_id, folder: mailboxKeyOf({ inbox_id, sync_since, config }) },
        (error as Error).message,
      ).catch(() => {})
    return []
  }
}
