import type { SentDraft } from '@parley/contract/messages/drafts'
import { useSyncExternalStore } from 'react'
import { debounce } from '../../lib/debounce.ts'
import type { Draft } from '../../lib/drafts.ts'
import { type ReadableStore, useStore } from '../../lib/store.ts'
import { DEBOUNCE_MS } from '../../lib/use-debounced.ts'
import { isBlankHtml } from '../blank-html.ts'

/**
 * `saved`: stored in this browser, and on the server or on its way there. `local`: in this browser only, because the
 * server can't be reached or refused it. `unsaved`: in memory only. null while there is nothing to save.
 */
export type SaveState = 'saved' | 'local' | 'unsaved' | null

/**
 * Why the draft isn't saved on the server: another tab or device changed it, or sent it, while this one had unsaved
 * changes. Until the author decides, both texts are kept.
 */
export type DraftConflict = 'changed' | 'sent' | null

export type DraftState = {
  current: Draft
  saveState: SaveState
  conflict: DraftConflict
  /** How often content from another tab or device has replaced this one. */
  adopted: number
}

/**
 * The draft of one unsent message. It is the state of a message editor: text, files, macros and fields are read from it
 * and changed in it. `synced-draft.ts` stores it in this browser and on the server.
 */
export type MessageDraft = {
  state: ReadableStore<DraftState>
  /** The draft as of now, saved or not. */
  getCurrent: () => Draft
  /** The draft as this browser stored it last; empty if there is none. */
  readStored: () => Draft
  /** Saved shortly afterwards. */
  change: (patch: Partial<Draft>) => void
  /** Saves pending changes at once. */
  flush: () => void
  /** Replaces the draft in memory without changing the stored one. */
  reset: (draft: Draft) => void
  /**
   * Stores it, and stops saving it on the server while it is being sent. In a conversation, what is written until then is the
   * next message. Returns what the server needs to delete the draft along with the send.
   */
  beginSending: () => SentDraft
  /** Sending failed: this is the current draft again. The next message waits beside it in the browser's storage. */
  resume: () => void
  /** The server has accepted its content: the next message takes its place, if there is one. */
  clear: () => void
  /** Ends a conflict with this text; the other one is kept as an older version. */
  keepMine: () => void
  /** Ends a conflict with the text of the other tab or device; this one is kept as an older version. */
  useTheirs: () => void
}

/** One part of the draft; renders again only when that part changes. */
export const useDraftPart = <Part extends keyof Draft>(
  draft: Pick<MessageDraft, 'state'>,
  part: Part,
): Draft[Part] => useStore(draft.state, ({ current }) => current[part])

/** The text as of the last pause in typing, or at once when it is removed. Renders neither with every key. */
export function useDebouncedHtml(draft: MessageDraft): string {
  const readHtml = () => draft.state.get().current.html
  const subscribe = (listener: () => void) => {
    const { later, now, cancel } = debounce(listener, DEBOUNCE_MS)
    let latest = readHtml()
    const unsubscribe = draft.state.subscribe(() => {
      const html = readHtml()
      if (html === latest) return
      latest = html
      if (isBlankHtml(html)) now()
      else later()
    })
    return () => {
      cancel()
      unsubscribe()
    }
  }
  return useSyncExternalStore(subscribe, readHtml)
}

/** Whether there is nothing to send; doesn't render with every key. */
export const useIsEmptyMessage = (draft: MessageDraft): boolean =>
  useStore(draft.state, ({ current }) => isEmptyMessage(current))

/** Whether there is no text; doesn't render with every key. */
export const useIsBlankText = (draft: MessageDraft): boolean =>
  useStore(draft.state, ({ current }) => isBlankHtml(current.html))

export const useSaveState = (draft: MessageDraft): SaveState =>
  useStore(draft.state, ({ saveState }) => saveState)

export const useDraftConflict = (draft: MessageDraft): DraftConflict =>
  useStore(draft.state, ({ conflict }) => conflict)

/** Increases whenever content from another tab or device has replaced the draft. */
export const useAdoptions = (draft: MessageDraft): number => useStore(draft.state, ({ adopted }) => adopted)

export const isEmptyDraft = (draft: Draft): boolean =>
  isEmptyMessage(draft) && Object.keys(draft.fields).length === 0 && draft.macros.length === 0

/** Whether both are the same message, however often it was attempted to send it. */
export const isSameContent = (a: Omit<Draft, 'attempt'>, b: Omit<Draft, 'attempt'>): boolean =>
  JSON.stringify([a.html, a.files.map(({ id }) => id), sorted(a.fields), a.macros]) ===
  JSON.stringify([b.html, b.files.map(({ id }) => id), sorted(b.fields), b.macros])

const sorted = (fields: Draft['fields']) => Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))

/** The content of both, as one message that hasn't been attempted; files and macros of both, fields of the first. */
export const joinDrafts = (first: Draft, second: Draft): Draft => ({
  html: isBlankHtml(second.html) ? first.html : `${isBlankHtml(first.html) ? '' : first.html}${second.html}`,
  files: [...first.files.filter(({ id }) => !second.files.some((file) => file.id === id)), ...second.files],
  fields: first.fields,
  macros: [...first.macros, ...second.macros],
  attempt: null,
})

/** Whether there is nothing to send. */
export const isEmptyMessage = ({ html, files }: { html: string; files: readonly unknown[] }): boolean =>
  isBlankHtml(html) && files.length === 0
