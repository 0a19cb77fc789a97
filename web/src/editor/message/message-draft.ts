import type { Draft } from '../../lib/drafts.ts'
import { type ReadableStore, useStore } from '../../lib/store.ts'
import { isBlankHtml } from '../blank-html.ts'

/** null while there is nothing to save. */
export type SaveState = 'saved' | 'unsaved' | null

/**
 * The draft of one unsent message, wherever it is stored (`local-draft.ts`: in this browser). It is the state of a
 * message editor: text, files, macros and fields are read from it and changed in it.
 */
export type MessageDraft = {
  state: ReadableStore<{ current: Draft; saveState: SaveState }>
  /** The draft as of now, saved or not. */
  getCurrent: () => Draft
  /** The draft as it was last saved; empty if there is none. */
  readStored: () => Draft
  /** Saved shortly afterwards. */
  change: (patch: Partial<Draft>) => void
  /** Saves pending changes at once. */
  flush: () => void
  /** Replaces the draft in memory without changing the stored one. */
  reset: (draft: Draft) => void
  /** Deletes the stored draft, once the server has accepted its content. */
  clear: () => void
}

/** One part of the draft; renders again only when that part changes. */
export const useDraftPart = <Part extends keyof Draft>(draft: MessageDraft, part: Part): Draft[Part] =>
  useStore(draft.state, ({ current }) => current[part])

export const useSaveState = (draft: MessageDraft): SaveState =>
  useStore(draft.state, ({ saveState }) => saveState)

export const isEmptyDraft = (draft: Draft): boolean =>
  isEmptyMessage(draft) && Object.keys(draft.fields).length === 0 && draft.macros.length === 0

/** Whether there is nothing to send. */
export const isEmptyMessage = ({ html, files }: { html: string; files: readonly unknown[] }): boolean =>
  isBlankHtml(html) && files.length === 0
