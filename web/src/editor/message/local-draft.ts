import {
  beginDraftSend,
  type ConversationDraftKey,
  clearDraft,
  type Draft,
  type DraftKey,
  type DraftSync,
  emptyDraft,
  isDraftBeingSent,
  keepUnsentDraft,
  readDraft,
  readDraftSync,
  replaceSentDraft,
  type SideDraftKey,
  saveDraft,
} from '../../lib/drafts.ts'
import { createStore, type Store } from '../../lib/store.ts'
import { type DraftState, isEmptyDraft, isSameContent, type SaveState } from './message-draft.ts'

const SAVE_DELAY_MS = 300

/**
 * The draft in this browser's storage: the first copy, which survives a crash and works without a connection. Saved shortly
 * after each change.
 */
export class LocalDraft {
  readonly state: Store<DraftState>
  readonly #key: DraftKey | SideDraftKey
  /** Other forms close once their message is sent, and have no next one. */
  readonly #conversation: ConversationDraftKey | null
  #sync: DraftSync
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(key: DraftKey | SideDraftKey) {
    this.#key = key
    this.#conversation = 'uuid' in key ? key : null
    this.#sync = this.#readSync()
    this.state = createStore<DraftState>({ ...stateOf(this.readStored()), conflict: null, adopted: 0 })
  }

  getCurrent = (): Draft => this.state.get().current

  readStored = (): Draft => readDraft(this.#key) ?? emptyDraft

  getSync = (): DraftSync => this.#sync

  change = (patch: Partial<Draft>): void => {
    this.#timer ??= setTimeout(this.flush, SAVE_DELAY_MS)
    this.#sync = { ...this.#sync, unsaved: true }
    this.#update({ current: { ...this.getCurrent(), ...patch } })
  }

  flush = (): void => {
    if (this.#timer === null) return
    this.#cancelSave()
    const current = this.getCurrent()
    if (isEmptyDraft(current)) {
      clearDraft(this.#key)
      this.#update({ saveState: null })
    } else this.#update({ saveState: saveDraft(this.#key, current, this.#sync) ? 'saved' : 'unsaved' })
  }

  reset = (draft: Draft): void => {
    this.#cancelSave()
    this.#sync = this.#readSync()
    this.#update(stateOf(draft))
  }

  /** Saves it. What is written in a conversation from now on is the next message. */
  beginSending = (): void => {
    this.flush()
    if (!this.#conversation) return
    beginDraftSend(this.#conversation)
    this.reset(this.readStored())
  }

  /** Whether this page is sending it, from this or another editor. */
  isBeingSent = (): boolean => this.#conversation !== null && isDraftBeingSent(this.#conversation)

  /** It was not sent. */
  resume = (): void => {
    if (!this.#conversation) return
    this.flush()
    keepUnsentDraft(this.#conversation)
    this.reset(this.readStored())
  }

  /** It was sent. */
  clear = (): void => {
    if (this.#conversation) {
      this.flush()
      replaceSentDraft(this.#conversation)
    } else {
      this.#cancelSave()
      clearDraft(this.#key)
    }
    this.#sync = this.#readSync()
    this.#update({ conflict: null })
  }

  /** The server has this content, as this revision. */
  confirm = (saved: Draft, revision: number): void => {
    this.#sync = { base: revision, unsaved: !isSameContent(saved, this.getCurrent()) }
    this.#storeSync(saved)
  }

  /** Bases the unsaved content on another revision. */
  rebase = (revision: number): void => {
    this.#sync = { base: revision, unsaved: true }
    this.#storeSync(null)
  }

  /** Replaces it with the server's content. */
  adopt = (content: Draft, revision: number): void => {
    this.#cancelSave()
    this.#sync = { base: revision, unsaved: false }
    // Never what another tab of this browser hasn't saved on the server yet.
    if (!readDraftSync(this.#key)?.unsaved) {
      if (isEmptyDraft(content)) clearDraft(this.#key)
      else saveDraft(this.#key, content, this.#sync)
    }
    this.#update({ ...stateOf(content), adopted: this.state.get().adopted + 1 })
  }

  #readSync(): DraftSync {
    return readDraftSync(this.#key) ?? { base: null, unsaved: false }
  }

  #update(patch: Partial<DraftState>) {
    this.state.set({ ...this.state.get(), ...patch })
  }

  #cancelSave() {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  /** Notes the new state beside the stored content, which another tab may have changed. */
  #storeSync(saved: Draft | null) {
    const stored = readDraft(this.#key)
    if (!stored) return
    const isSaved = saved !== null && !this.#sync.unsaved && isSameContent(stored, saved)
    saveDraft(this.#key, stored, { base: this.#sync.base, unsaved: !isSaved })
  }
}

const stateOf = (draft: Draft): { current: Draft; saveState: SaveState } => ({
  current: draft,
  saveState: isEmptyDraft(draft) ? null : 'saved',
})
