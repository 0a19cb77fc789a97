import {
  clearDraft,
  type Draft,
  type DraftKey,
  type DraftSync,
  emptyDraft,
  readDraft,
  readDraftSync,
  type SideDraftKey,
  saveDraft,
} from '../../lib/drafts.ts'
import { createStore, type Store } from '../../lib/store.ts'
import { type DraftState, isEmptyDraft, isSameContent, type SaveState } from './message-draft.ts'

const SAVE_DELAY_MS = 300

/** The draft in this browser's storage: the first copy, which survives a crash and works without a connection. */
export type LocalDraft = {
  state: Store<DraftState>
  getCurrent: () => Draft
  readStored: () => Draft
  getSync: () => DraftSync
  change: (patch: Partial<Draft>) => void
  flush: () => void
  reset: (draft: Draft) => void
  clear: () => void
  /** The server has this content, as this revision. */
  confirm: (saved: Draft, revision: number) => void
  /** Bases the unsaved content on another revision. */
  rebase: (revision: number) => void
  /** Replaces it with the server's content. */
  adopt: (content: Draft, revision: number) => void
}

/** Saved shortly after each change. */
export function openLocalDraft(key: DraftKey | SideDraftKey): LocalDraft {
  const readStored = () => readDraft(key) ?? emptyDraft
  const readSync = (): DraftSync => readDraftSync(key) ?? { base: null, unsaved: false }
  const stateOf = (draft: Draft): { current: Draft; saveState: SaveState } => ({
    current: draft,
    saveState: isEmptyDraft(draft) ? null : 'saved',
  })
  const state = createStore<DraftState>({ ...stateOf(readStored()), conflict: null, adopted: 0 })
  let sync = readSync()
  let timer: ReturnType<typeof setTimeout> | null = null
  const update = (patch: Partial<DraftState>) => state.set({ ...state.get(), ...patch })

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
      update({ saveState: null })
    } else update({ saveState: saveDraft(key, current, sync) ? 'saved' : 'unsaved' })
  }
  /** Notes the new state beside the stored content, which another tab may have changed. */
  const storeSync = (saved: Draft | null) => {
    const stored = readDraft(key)
    if (!stored) return
    const isSaved = saved !== null && !sync.unsaved && isSameContent(stored, saved)
    saveDraft(key, stored, { base: sync.base, unsaved: !isSaved })
  }

  return {
    state,
    getCurrent: () => state.get().current,
    readStored,
    getSync: () => sync,
    change: (patch) => {
      timer ??= setTimeout(flush, SAVE_DELAY_MS)
      sync = { ...sync, unsaved: true }
      update({ current: { ...state.get().current, ...patch } })
    },
    flush,
    reset: (draft) => {
      cancelSave()
      sync = readSync()
      update(stateOf(draft))
    },
    clear: () => {
      cancelSave()
      clearDraft(key)
      sync = { base: null, unsaved: false }
      update({ conflict: null })
    },
    confirm: (saved, revision) => {
      sync = { base: revision, unsaved: !isSameContent(saved, state.get().current) }
      storeSync(saved)
    },
    rebase: (revision) => {
      sync = { base: revision, unsaved: true }
      storeSync(null)
    },
    adopt: (content, revision) => {
      cancelSave()
      sync = { base: revision, unsaved: false }
      // Never what another tab of this browser hasn't saved on the server yet.
      if (!readDraftSync(key)?.unsaved) {
        if (isEmptyDraft(content)) clearDraft(key)
        else saveDraft(key, content, sync)
      }
      update({ ...stateOf(content), adopted: state.get().adopted + 1 })
    },
  }
}
