import type { Wake } from '../../../spine/wake.ts'
import { openConfig } from '../../inboxes/config.ts'
import { signedIn, type TokenDeps } from '../../inboxes/oauth/access-token.ts'
import { readStored } from '../../inboxes/oauth/stored.ts'
import { noteError } from './cursor.ts'
import { folderOf, type ImapDeps, type Mailbox } from './mailbox.ts'
import { startOwnership } from './ownership.ts'
import { type Watcher, watchMailbox } from './watch.ts'

type WatchersDeps = ImapDeps & { oauth_providers?: TokenDeps['oauth_providers'] }

type Watched = { fingerprint: string; watchers: Watcher[] }

/** Inboxes are looked at when something happens anywhere, but no more often than this; other nodes' inboxes may become free meanwhile. */
const lookMs = 1_000

/** Watches the mailboxes of all inboxes that are switched on and that no other node has; follows every change of an inbox. */
export function startWatchers(deps: WatchersDeps & { wake: Wake; connectionString: string }): {
  stop(): Promise<void>
} {
  const watched = new Map<number, Watched>()
  let stopped = false
  let running: Promise<void> | undefined
  let looked = 0

  const stopWatching = async (inbox_id: number) => {
    const watchers = watched.get(inbox_id)?.watchers ?? []
    watched.delete(inbox_id)
    await Promise.all(watchers.map((watcher) => watcher.stop()))
  }
  const ownership = startOwnership(deps.connectionString, deps.log, () => {
    for (const inbox_id of [...watched.keys()]) void stopWatching(inbox_id)
  })

  const look = async () => {
    const inboxes = await readInboxes(deps)
    for (const inbox_id of [...watched.keys()]) {
      const inbox = inboxes.find(({ id }) => id === inbox_id)
      if (inbox?.fingerprint === watched.get(inbox_id)?.fingerprint) continue
      await stopWatching(inbox_id)
      if (!inbox) await ownership.release(inbox_id)
    }
    for (const { id, fingerprint, mailboxes } of inboxes) {
      if (stopped) return
      if (watched.has(id) || !(await ownership.tryOwn(id))) continue
      watched.set(id, { fingerprint, watchers: mailboxes().map((mailbox) => watchMailbox(deps, mailbox)) })
    }
  }
  const stopListening = deps.wake.listen(() => {
    if (running || Date.now() - looked < lookMs) return
    looked = Date.now()
    running = look()
      .catch((error: Error) => deps.log.warn({ reason: error.message }, 'could not look after the mailboxes'))
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

async function readInboxes(deps: WatchersDeps) {
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
      // The sealed form: a new password changes it too, and so does a new sign-in.
      fingerprint: JSON.stringify([imap, row.sync_since, readStored(row.oauth).connection?.connected_at]),
      mailboxes: () => openMailboxes(deps, row.id, row.config, row.sync_since),
    }
  })
}

function openMailboxes(
  deps: WatchersDeps,
  inbox_id: number,
  stored: unknown,
  sync_since: Date | null,
): Mailbox[] {
  try {
    return openConfig(deps.secrets, stored).imap.map((config) => ({
      inbox_id,
      sync_since,
      config,
      signIn: (refused) => signedIn(deps, inbox_id, config, refused),
    }))
  } catch (error) {
    const { imap } = stored as { imap: Mailbox['config'][] } // seen above
    for (const config of imap)
      noteError(
        deps.db,
        { inbox_id, folder: folderOf({ inbox_id, sync_since, config }) },
        (error as Error).message,
      ).catch(() => {})
    return []
  }
}
