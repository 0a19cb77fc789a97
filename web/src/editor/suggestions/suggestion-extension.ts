import { type Editor, Extension, type Range } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { exitSuggestion, Suggestion } from '@tiptap/suggestion'
import type { LucideIcon } from 'lucide-react'
import { createStore } from '../../lib/store.ts'

/** A suggestion that can replace the typed text. */
export type SuggestionItem = {
  id: string
  /** An emoji, an icon, or a person's initials. */
  icon: string | LucideIcon
  /** The person whose initials they are. */
  person?: { avatar_url: string | null }
  label: string
  /** Below the label: its text and its effect. */
  lines?: { text: string; strong: boolean }[]
  insert: (editor: Editor, range: Range) => void
}

/** The open suggestions and the position of the text that triggered them. */
export type ActiveSuggestions = {
  /** The trigger character; each has its own kind of items. */
  char: string
  /** A catalogue key. */
  name: string
  items: readonly SuggestionItem[]
  active: number
  rect: () => DOMRect
  select: (index: number) => void
  dismiss: () => void
}

export type SuggestionStore = ReturnType<typeof createSuggestionStore>

/** Connects the editor, which lives outside React, with the suggestion list. */
export function createSuggestionStore() {
  const searches = new Map<string, () => void>()
  return {
    ...createStore<ActiveSuggestions | null>(null),
    /** Registers how to refresh the suggestions opened by `char`. */
    onRefresh: (char: string, refresh: () => void) => void searches.set(char, refresh),
    /** Refreshes the open suggestions when their source has changed. */
    refresh: (char: string) => searches.get(char)?.(),
  }
}

export const SUGGESTION_LIST_ID = 'editor-suggestions'
export const optionId = (index: number) => `${SUGGESTION_LIST_ID}-${index}`

type SuggestionSource = {
  char: string
  /** The list's name, a catalogue key. */
  name: string
  /** Minimum query length. */
  minLength: number
  /** Whether a query can contain spaces. */
  allowSpaces?: boolean
  store: SuggestionStore
  search: (query: string) => readonly SuggestionItem[] | Promise<readonly SuggestionItem[]>
}

/**
 * Suggests items for the word after `char`. Arrows move, Enter and Tab accept, Esc closes; anything else is typing.
 * The editor keeps the focus and announces the items to screen readers through its own element.
 */
export function suggestionExtension(kind: SuggestionSource): Extension {
  const { char, minLength, allowSpaces = false, search } = kind
  const pluginKey = new PluginKey(`suggestions ${char}`)
  return Extension.create({
    name: `suggestions ${char}`,
    // Before the keys that would break the line or move the caret.
    priority: 1000,
    addProseMirrorPlugins() {
      return [
        Suggestion<SuggestionItem, SuggestionItem>({
          editor: this.editor,
          pluginKey,
          char,
          allowSpaces,
          minQueryLength: minLength,
          items: async ({ query }) => (query.length < minLength ? [] : [...(await search(query))]),
          command: ({ editor, range, props }) => props.insert(editor, range),
          render: () => {
            let state: SuggestionState | null = null
            const onState = (props: SuggestionState) => {
              state = props
              show(kind, pluginKey, props)
            }
            const refresh = async () => {
              const refreshed = state
              if (!refreshed || refreshed.query.length < minLength) return
              const items = [...(await search(refreshed.query))]
              if (state !== refreshed) return
              state = { ...refreshed, items }
              // Keeps the highlighted item highlighted, wherever it is now.
              show(kind, pluginKey, state, highlightedId(kind))
            }
            kind.store.onRefresh(char, () => void refresh())
            return {
              onStart: onState,
              onUpdate: onState,
              onKeyDown: ({ event }) => {
                if (event.key === 'Escape') state = null
                return onKey(kind, event)
              },
              onExit: ({ editor }) => {
                state = null
                close(kind, editor)
              },
            }
          },
        }),
      ]
    },
  })
}

type SuggestionState = {
  editor: Editor
  query: string
  items: SuggestionItem[]
  command: (row: SuggestionItem) => void
  clientRect?: (() => DOMRect | null) | null
}

const highlightedId = ({ char, store }: SuggestionSource): string | undefined => {
  const open = store.get()
  return open?.char === char ? open.items[open.active]?.id : undefined
}

/** `id`: the item to highlight, instead of the first. */
function show(
  kind: SuggestionSource,
  pluginKey: PluginKey,
  { editor, items, command, clientRect }: SuggestionState,
  id?: string,
) {
  const active = Math.max(
    0,
    items.findIndex((row) => row.id === id),
  )
  const first = clientRect?.()
  if (items.length === 0 || !first) return close(kind, editor)
  kind.store.set({
    char: kind.char,
    name: kind.name,
    items,
    active,
    rect: () => clientRect?.() ?? first,
    select: (index) => {
      const row = items[index]
      if (row) command(row)
    },
    dismiss: () => {
      if (!editor.isDestroyed) exitSuggestion(editor.view, pluginKey)
    },
  })
  setAriaAttributes(editor.view.dom, active)
}

function onKey({ char, store }: SuggestionSource, event: KeyboardEvent): boolean {
  const open = store.get()
  if (open?.char !== char || event.isComposing) return false
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
  const { items, active } = open
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step) store.set({ ...open, active: (active + step + items.length) % items.length })
  else if (event.key === 'Enter' || event.key === 'Tab') open.select(active)
  else if (event.key === 'Escape') {
    store.set(null)
    // The surrounding dialog or page must not handle this Esc too.
    event.stopPropagation()
  } else return false
  event.preventDefault()
  if (step && event.target instanceof HTMLElement) setAriaAttributes(event.target, store.get()?.active ?? 0)
  return true
}

function setAriaAttributes(element: HTMLElement, active: number) {
  element.setAttribute('aria-autocomplete', 'list')
  element.setAttribute('aria-controls', SUGGESTION_LIST_ID)
  element.setAttribute('aria-activedescendant', optionId(active))
}

/** Only if this source opened them: an emoji list may be open while a macro search finishes. */
function close({ char, store }: SuggestionSource, editor: Editor) {
  const open = store.get()
  if (open && open.char !== char) return
  if (open) store.set(null)
  if (editor.isDestroyed) return
  editor.view.dom.removeAttribute('aria-controls')
  editor.view.dom.removeAttribute('aria-activedescendant')
}
