import {
  type DraftSummary,
  getDraft,
  keepDraftVersion,
  saveDraft as saveDraftEndpoint,
} from '@parley/contract/messages/drafts'
import { type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { draftClientId, draftsQuery, putDraftSummary } from '../../api/drafts.ts'
import { type Draft, type DraftKey, draftText, serverKeyOf } from '../../lib/drafts.ts'
import { LocalDraft } from './local-draft.ts'
import type { MessageDraft } from './message-draft.ts'
import { type DraftServer, SyncedDraft } from './synced-draft.ts'

/** A draft in this browser's storage and on the server, saved shortly after each change, and at once when the page is hidden. */
export function useSyncedDraft(key: DraftKey): MessageDraft {
  const cache = useQueryClient()
  const [draft] = useState(() => openSyncedDraft(cache, key))
  // Browsers end pages without unmounting React; pagehide is the last event that all of them send.
  useEffect(() => {
    const { flush, flushBeforeLeaving, reopen, close } = draft
    reopen()
    openDrafts.add(draft)
    addEventListener('pagehide', flushBeforeLeaving)
    document.addEventListener('visibilitychange', flushBeforeLeaving)
    addEventListener('online', flush)
    return () => {
      removeEventListener('pagehide', flushBeforeLeaving)
      document.removeEventListener('visibilitychange', flushBeforeLeaving)
      removeEventListener('online', flush)
      openDrafts.delete(draft)
      close()
    }
  }, [draft])
  // Its revision changes with each save, which nothing on the screen depends on.
  useEffect(() => {
    const observer = new QueryObserver(cache, {
      ...draftsQuery,
      select: (drafts) => drafts.find((one) => one.key === draft.key)?.revision ?? null,
      notifyOnChangeProps: ['data'],
    })
    const check = ({ data: revision }: { data: number | null | undefined }) => {
      if (revision !== undefined) void draft.check(revision)
    }
    check(observer.getCurrentResult())
    return observer.subscribe(check)
  }, [cache, draft])
  return draft
}

const openDrafts = new Set<SyncedDraft>()

/** Whether an editor shows this draft, by its key on the server. */
export const isDraftOpen = (key: string): boolean => [...openDrafts].some((draft) => draft.key === key)

/** Saves all drafts on the page, for code that is about to read one. */
export function flushDrafts() {
  for (const { flush } of openDrafts) flush()
}

const openSyncedDraft = (cache: QueryClient, key: DraftKey): SyncedDraft =>
  new SyncedDraft(new LocalDraft(key), draftServer(cache, key))

export function draftServer(cache: QueryClient, draftKey: DraftKey): DraftServer {
  const key = serverKeyOf(draftKey)
  return {
    key,
    client_id: draftClientId,
    save: async ({ content, ...body }, options) => {
      const saved = await call(saveDraftEndpoint, {
        params: { key },
        body: { ...body, content, client_id: draftClientId },
        ...options,
      })
      putDraftSummary(cache, key, saved.content && summaryOf(saved, content))
      return saved
    },
    get: () => call(getDraft, { params: { key } }),
    keepVersion: (content) => call(keepDraftVersion, { params: { key }, body: { content } }),
    hasFocus: () => document.hasFocus(),
    onSent: () => putDraftSummary(cache, key, null),
  }
}

/** As the list of drafts returns it. */
function summaryOf(
  saved: { key: string; conversation_uuid: string | null; revision: number; updated_at: string | null },
  { html, files, fields }: Draft,
): DraftSummary {
  const fieldText = (name: string) => (typeof fields[name] === 'string' ? fields[name] : null)
  return {
    key: saved.key,
    merged_into_uuid: null,
    conversation_uuid: saved.conversation_uuid,
    revision: saved.revision,
    updated_at: saved.updated_at ?? new Date().toISOString(),
    excerpt: draftText({ html, files }),
    file_count: files.length,
    contact_email: fieldText('contact_email'),
    subject: fieldText('subject'),
  }
}
