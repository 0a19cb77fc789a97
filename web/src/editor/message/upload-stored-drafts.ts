import type { QueryClient } from '@tanstack/react-query'
import { draftsQuery } from '../../api/drafts.ts'
import {
  clearDraft,
  type Draft,
  type DraftKey,
  isDraftBeingSent,
  listStoredDrafts,
  readDraft,
  readDraftSync,
  serverKeyOf,
} from '../../lib/drafts.ts'
import { LocalDraft } from './local-draft.ts'
import { isSameContent } from './message-draft.ts'
import { conflictingDraft, type DraftServer } from './synced-draft.ts'
import { draftServer, isDraftOpen } from './use-synced-draft.ts'

/**
 * Saves on the server what this browser stored while it had no connection, or before a crash; also drafts from before
 * they were on the server. What conflicts with a newer draft stays here until its conversation is opened.
 */
export async function uploadStoredDrafts(cache: QueryClient, agent_id: number): Promise<void> {
  const drafts = await cache.fetchQuery(draftsQuery)
  for (const key of listStoredDrafts(agent_id)) {
    if ('uuid' in key && isDraftBeingSent(key)) continue
    const [draft, sync] = [readDraft(key), readDraftSync(key)]
    if (!draft || !sync || isDraftOpen(serverKeyOf(key))) continue
    if (sync.unsaved) await upload(draftServer(cache, key), key, draft, sync.base)
    // Sent or discarded elsewhere.
    else if (!drafts.some((one) => one.key === serverKeyOf(key))) clearDraft(key)
  }
}

async function upload(
  server: DraftServer,
  key: DraftKey,
  content: Draft,
  base: number | null,
): Promise<void> {
  const save = (base_revision: number) =>
    server.save(
      { base_revision, keep_replaced: false, content },
      { keepalive: false, signal: new AbortController().signal },
    )
  try {
    const { revision } = await save(base ?? 0).catch((error: unknown) => {
      const current = conflictingDraft(error)
      if (current?.content && isSameContent(current.content, content)) return current
      const isOwnAttempt = current?.sent_attempt != null && current.sent_attempt === content.attempt?.key
      if (!current || current.content || base !== null || isOwnAttempt) throw error
      return save(current.revision)
    })
    new LocalDraft(key).confirm(content, revision)
  } catch {
    // It stays in this browser: its conversation is gone or out of reach, or it conflicts with a newer draft.
  }
}
