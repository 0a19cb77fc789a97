import { MacroAction } from '@parley/contract/macros/macros'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { htmlToText } from '../format/html-to-text.ts'
import { excerpt } from '../format/truncate.ts'

const DraftFile = z.object({
  id: z.int(),
  uuid: z.string(),
  filename: z.string(),
  size: z.int(),
  content_type: z.string(),
})
export type DraftFile = z.infer<typeof DraftFile>

/** A macro that was chosen for a message that is not sent yet. */
export const DraftMacro = z.object({
  id: z.int(),
  name: z.string(),
  /** What the agent left of its actions. */
  actions: z.array(MacroAction),
  /** Names this use, so that it is done once. */
  key: z.string(),
})
export type DraftMacro = z.infer<typeof DraftMacro>

/** What somebody has typed and not sent. */
const Draft = z.object({
  html: z.string(),
  files: z.array(DraftFile),
  /** Fields beside the text: recipients, subject. What is missing is as it would be by default. */
  fields: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  macros: z.array(DraftMacro).default([]),
  /** The last try to send it, so that the same thing sent again is the same request. */
  attempt: z.object({ key: z.string(), print: z.string() }).nullable(),
})
export type Draft = z.infer<typeof Draft>

export const emptyDraft: Draft = { html: '', files: [], fields: {}, macros: [], attempt: null }

/** Whose draft, and of what: an answer or a note in a conversation, or a new conversation. */
export type DraftKey =
  | { agent_id: number; uuid: string; mode: 'reply' | 'note' }
  | { agent_id: number; mode: 'new' }

const PREFIX = 'parley.draft.'
/** Stands in where storage is full or forbidden: then a draft lasts as long as the page. */
const memoryFallback = new Map<string, string>()
const listeners = new Set<() => void>()

export function readDraft(key: DraftKey): Draft | null {
  const raw = read(storageKey(key))
  if (raw === null) return null
  try {
    return Draft.parse(JSON.parse(raw))
  } catch {
    return null
  }
}

/** False when it could only be kept in memory. */
export function saveDraft(draftKey: DraftKey, draft: Draft): boolean {
  const storedKey = storageKey(draftKey)
  const raw = JSON.stringify(draft)
  try {
    localStorage.setItem(storedKey, raw)
    memoryFallback.delete(storedKey)
    return true
  } catch {
    memoryFallback.set(storedKey, raw)
    return false
  } finally {
    notifyListeners()
  }
}

/** Only when the server has accepted what it held, or its author emptied it. */
export function clearDraft(place: DraftKey) {
  const key = storageKey(place)
  memoryFallback.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Forbidden storage holds nothing.
  }
  notifyListeners()
}

/** The text that the agent has begun in a conversation, as an answer or a note; null when there is none. For rows of lists. */
export function useDraftText(agent_id: number, uuid: string): string | null {
  const readText = useCallback(
    () =>
      (['reply', 'note'] as const)
        .map((mode) => read(storageKey({ agent_id, uuid, mode })))
        .find((raw) => raw) ?? null,
    [agent_id, uuid],
  )
  const raw = useSyncExternalStore(subscribe, readText)
  return useMemo(() => (raw === null ? null : textOfDraft(raw)), [raw])
}

function textOfDraft(raw: string): string {
  try {
    const { html, files } = Draft.parse(JSON.parse(raw))
    const text = excerpt(htmlToText(html))
    return text || files.map(({ filename }) => filename).join(', ')
  } catch {
    return ''
  }
}

const storageKey = (place: DraftKey): string =>
  `${PREFIX}${place.agent_id}.${place.mode === 'new' ? 'new' : `${place.uuid}.${place.mode}`}`

function read(key: string): string | null {
  const inMemory = memoryFallback.get(key)
  if (inMemory !== undefined) return inMemory
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function notifyListeners() {
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void) {
  // Other tabs of this browser.
  const elsewhere = (event: StorageEvent) => {
    if (event.key === null || event.key.startsWith(PREFIX)) changed()
  }
  listeners.add(changed)
  addEventListener('storage', elsewhere)
  return () => {
    listeners.delete(changed)
    removeEventListener('storage', elsewhere)
  }
}
