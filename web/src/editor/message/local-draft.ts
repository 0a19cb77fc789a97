import { useEffect, useState } from 'react'
import { clearDraft, type DraftKey, emptyDraft, readDraft, saveDraft } from '../../lib/drafts.ts'
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
  let current = readStored()
  let saveState: SaveState = isEmptyDraft(current) ? null : 'saved'
  let timer: ReturnType<typeof setTimeout> | null = null
  const listeners = new Set<() => void>()

  const notify = () => {
    for (const listener of listeners) listener()
  }
  const cancelSave = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }
  const flush = () => {
    if (timer === null) return
    cancelSave()
    if (isEmptyDraft(current)) {
      clearDraft(key)
      saveState = null
    } else saveState = saveDraft(key, current) ? 'saved' : 'unsaved'
    notify()
  }

  return {
    getCurrent: () => current,
    readStored,
    change: (patch) => {
      current = { ...current, ...patch }
      timer ??= setTimeout(flush, SAVE_DELAY_MS)
      notify()
    },
    flush,
    reset: (draft) => {
      cancelSave()
      current = draft
      saveState = isEmptyDraft(draft) ? null : 'saved'
      notify()
    },
    clear: () => clearDraft(key),
    getSaveState: () => saveState,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
