import { useEffect, useState } from 'react'
import { clearDraft, type Draft, type DraftKey, emptyDraft, readDraft, saveDraft } from '../../lib/drafts.ts'
import { createStore } from '../../lib/store.ts'
import { isEmptyDraft, type MessageDraft, type SaveState } from './message-draft.ts'

const SAVE_DELAY_MS = 300

/** A draft in this browser's storage: saved shortly after each change, and at once when the page is hidden. */
export function useLocalDraft(key: DraftKey): MessageDraft {
  const [draft] = useState(() => openLocalDraft(key))
  // Browsers end pages without unmounting React; pagehide is the last event that all of them send.
  useEffect(() => {
    const { flush } = draft
    flushers.add(flush)
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      flushers.delete(flush)
      flush()
    }
  }, [draft])
  return draft
}

const flushers = new Set<() => void>()

/** Saves all drafts on the page, for code that is about to read one. */
export function flushDrafts() {
  for (const flush of flushers) flush()
}

export function openLocalDraft(key: DraftKey): MessageDraft {
  const readStored = () => readDraft(key) ?? emptyDraft
  const asStored = (draft: Draft): { current: Draft; saveState: SaveState } => ({
    current: draft,
    saveState: isEmptyDraft(draft) ? null : 'saved',
  })
  const state = createStore(asStored(readStored()))
  let timer: ReturnType<typeof setTimeout> | null = null

  const cancelSave = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }
  const flush = () => {
    if (timer === null) return
    cancelSave()
    const { current } = state.get()
    if (isEmptyDraft(current)) {
      clearDraft(key)
      state.set({ current, saveState: null })
    } else state.set({ current, saveState: saveDraft(key, current) ? 'saved' : 'unsaved' })
  }

  return {
    state,
    getCurrent: () => state.get().current,
    readStored,
    change: (patch) => {
      timer ??= setTimeout(flush, SAVE_DELAY_MS)
      const { current, saveState } = state.get()
      state.set({ current: { ...current, ...patch }, saveState })
    },
    flush,
    reset: (draft) => {
      cancelSave()
      state.set(asStored(draft))
    },
    clear: () => clearDraft(key),
  }
}
