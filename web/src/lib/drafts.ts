import { MacroAction } from '@parley/contract/macros/macros'
import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { htmlToText } from '../format/html-to-text.ts'
import { excerpt } from '../format/truncate.ts'
import { notifyStorageChange, onStorageChange } from './browser/storage-changes.ts'
import { debounce } from './debounce.ts'

const DraftFile = z.object({
  id: z.int(),
  uuid: z.string(),
  filename: z.string(),
  size: z.int(),
  content_type: z.string(),
})
export type DraftFile = z.infer<typeof DraftFile>

/** A macro applied to an unsent message. */
export const DraftMacro = z.object({
  id: z.int(),
  name: z.string(),
  /** The macro's actions that the agent kept. */
  actions: z.array(MacroAction),
  /** Identifies this use of the macro, so that it runs once. */
  key: z.string(),
})
export type DraftMacro = z.infer<typeof DraftMacro>

/** An unsent message. */
const Draft = z.object({
  html: z.string(),
  files: z.array(DraftFile),
  /** Fields besides the text: recipients, subject. Missing ones have their defaults. */
  fields: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  macros: z.array(DraftMacro).default([]),
  /** The last attempt to send it, so that sending the same content again is the same request. */
  attempt: z.object({ key: z.string(), print: z.string() }).nullable(),
})
export type Draft = z.infer<typeof Draft>

export const emptyDraft: Draft = { html: '', files: [], fields: {}, macros: [], attempt: null }

/** Identifies a draft: agent, and a reply or note in a conversation, or a new conversation. */
export type DraftKey = ConversationDraftKey | { agent_id: number; mode: 'new' }
export type ConversationDraftKey = { agent_id: number; uuid: string; mode: 'reply' | 'note' }

/** Identifies the draft of an email to third parties, which only this browser stores. */
export type SideDraftKey = { agent_id: number; mode: 'side'; target: string }

/** How a stored draft relates to the one on the server. */
const DraftSync = z.object({
  /** The revision on the server that it is based on; null when unknown. */
  base: z.int().nullable(),
  /** Whether it has changes that the server hasn't confirmed. */
  unsaved: z.boolean(),
})
export type DraftSync = z.infer<typeof DraftSync>

/** Of a draft that was stored before drafts were on the server, or restored in this browser. */
const unsynced: DraftSync = { base: null, unsaved: true }

/** The key of a draft on the server. */
export const serverKeyOf = (key: DraftKey): string => (key.mode === 'new' ? 'new' : `${key.mode}.${key.uuid}`)

const PREFIX = 'parley.draft.'
/** Fallback when storage is full or forbidden: the draft then lasts as long as the page. */
const memoryFallback = new Map<string, string>()

/** Of the next message, which is stored beside one that is being sent. */
const NEXT = '.next'
/** The names in storage of the replies and notes that this page is sending. */
const beingSent = new Set<string>()

export function readDraft(draftKey: DraftKey | SideDraftKey): Draft | null {
  return parseDraft(read(storageKey(draftKey)))
}

function parseDraft(raw: string | null): Draft | null {
  if (raw === null) return null
  try {
    return Draft.parse(JSON.parse(raw))
  } catch {
    return null
  }
}

/** How the stored draft relates to the one on the server; null if none is stored. */
export function readDraftSync(draftKey: DraftKey | SideDraftKey): DraftSync | null {
  const raw = read(storageKey(draftKey))
  if (raw === null) return null
  try {
    return DraftSync.parse(JSON.parse(raw).sync)
  } catch {
    return unsynced
  }
}

/** Returns false if the draft could only be kept in memory. */
export function saveDraft(
  draftKey: DraftKey | SideDraftKey,
  draft: Draft,
  sync: DraftSync = unsynced,
): boolean {
  const storedKey = storageKey(draftKey)
  const raw = JSON.stringify({ ...draft, sync })
  try {
    localStorage.setItem(storedKey, raw)
    memoryFallback.delete(storedKey)
    return true
  } catch {
    memoryFallback.set(storedKey, raw)
    return false
  } finally {
    notifyStorageChange(storedKey)
  }
}

/** Call only when the server has accepted the content, or the author has deleted it. */
export function clearDraft(draftKey: DraftKey | SideDraftKey) {
  remove(storageKey(draftKey))
}

function remove(storedKey: string) {
  memoryFallback.delete(storedKey)
  try {
    localStorage.removeItem(storedKey)
  } catch {
    // Forbidden storage is empty.
  }
  notifyStorageChange(storedKey)
}

/** From now on, the key stands for the next message, which can be written until the send has ended. */
export function beginDraftSend(draftKey: ConversationDraftKey): void {
  beingSent.add(ownName(draftKey))
}

export const isDraftBeingSent = (draftKey: ConversationDraftKey): boolean => beingSent.has(ownName(draftKey))

/** The draft was sent: the next message takes its place. */
export function replaceSentDraft(draftKey: ConversationDraftKey): void {
  const next = readNextDraft(draftKey)
  beingSent.delete(ownName(draftKey))
  clearDraft(draftKey)
  if (!next) return
  saveDraft(draftKey, next)
  clearNextDraft(draftKey)
}

/** The draft was not sent and is the current one again. The next message stays stored beside it. */
export function keepUnsentDraft(draftKey: ConversationDraftKey): void {
  beingSent.delete(ownName(draftKey))
}

/** What was written while the current draft was being sent; null if there is nothing. */
export const readNextDraft = (draftKey: ConversationDraftKey): Draft | null =>
  parseDraft(read(ownName(draftKey) + NEXT))

export const clearNextDraft = (draftKey: ConversationDraftKey): void => remove(ownName(draftKey) + NEXT)

/** The same, following changes. */
export function useNextDraft(draftKey: ConversationDraftKey): Draft | null {
  const name = ownName(draftKey) + NEXT
  const raw = useSyncExternalStore(onStorageChange, () => read(name))
  return useMemo(() => parseDraft(raw), [raw])
}

/** The keys of all drafts of an agent that this browser stores. */
export function listStoredDrafts(agent_id: number): DraftKey[] {
  const start = `${PREFIX}${agent_id}.`
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(start))
      .flatMap((name): DraftKey[] => {
        if (name.endsWith(NEXT)) return []
        const [first = '', mode] = name.slice(start.length).split('.')
        if (first === 'new') return [{ agent_id, mode: 'new' }]
        return mode === 'reply' || mode === 'note' ? [{ agent_id, uuid: first, mode }] : []
      })
  } catch {
    return []
  }
}

/** How long a draft has to stay the same before its text is shown elsewhere. */
const TEXT_DELAY_MS = 500

/**
 * The text of a draft in a conversation, reply or note, that this browser stores; null if there is none. Follows its author when they
 * pause: a draft is stored several times a second.
 */
export function useStoredDraftText(agent_id: number, uuid: string): string | null {
  const { subscribe, readText } = useMemo(() => storedText(agent_id, uuid), [agent_id, uuid])
  const raw = useSyncExternalStore(subscribe, readText)
  return useMemo(() => {
    if (raw === null) return null
    const draft = parseDraft(raw)
    return draft ? draftText(draft) : ''
  }, [raw])
}

function storedText(agent_id: number, uuid: string) {
  const keys = (['reply', 'note'] as const).map((mode) => ownName({ agent_id, uuid, mode }))
  const subscribe = (listener: () => void) => {
    const { later, now, cancel } = debounce(listener, TEXT_DELAY_MS)
    const unsubscribe = onStorageChange((key) => {
      // A draft that is gone was sent or discarded.
      if (key === null || (keys.includes(key) && read(key) === null)) now()
      else if (keys.includes(key)) later()
    })
    return () => {
      cancel()
      unsubscribe()
    }
  }
  return { subscribe, readText: () => keys.map(read).find((raw) => raw) ?? null }
}

/** One line of its text or, without any, the names of its files. */
export const draftText = ({ html, files }: Pick<Draft, 'html' | 'files'>): string =>
  excerpt(htmlToText(html)) || files.map(({ filename }) => filename).join(', ')

/** Where the draft that its author is writing is stored. */
function storageKey(key: DraftKey | SideDraftKey): string {
  const name = ownName(key)
  return beingSent.has(name) ? name + NEXT : name
}

function ownName(key: DraftKey | SideDraftKey): string {
  const start = `${PREFIX}${key.agent_id}`
  if (key.mode === 'side') return `${start}.side.${key.target}`
  return key.mode === 'new' ? `${start}.new` : `${start}.${key.uuid}.${key.mode}`
}

function read(key: string): string | null {
  const inMemory = memoryFallback.get(key)
  if (inMemory !== undefined) return inMemory
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
